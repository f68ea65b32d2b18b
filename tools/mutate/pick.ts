// Which of all break points a run uses, chosen by a seed.
import { createHash } from 'node:crypto';
import { AREAS, areaOf } from './areas.ts';
import { type Point, nameOf } from './points.ts';

const rankOf = (seed: number, name: string): string => createHash('sha256').update(`${seed} ${name}`).digest('hex');

/**
 * The given number of points, taken from one area after the other, so that each area has the same share however small
 * it is. The seed shuffles the points and chooses the first area, so that small samples cover each area over time. The
 * same seed chooses the same points in the same code.
 */
export function pick(points: readonly Point[], count: number, seed: number): readonly Point[] {
  const ranked = points
    .map((point) => ({ point, rank: rankOf(seed, nameOf(point)) }))
    .toSorted((a, b) => (a.rank < b.rank ? -1 : 1))
    .map(({ point }) => point);
  const decks = AREAS.map((area) => ranked.filter(({ file }) => areaOf(file) === area)).filter(
    ({ length }) => length > 0,
  );
  const rounds = Math.max(0, ...decks.map(({ length }) => length));
  const dealt = Array.from({ length: rounds }, (_, round) =>
    decks.map((_deck, at) => decks[(at + seed) % decks.length]?.[round]).filter((point) => point !== undefined),
  );
  return dealt.flat().slice(0, count);
}
