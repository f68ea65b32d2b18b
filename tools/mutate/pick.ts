// Which of all break points a run takes, by a seed.
import { createHash } from 'node:crypto';
import { AREAS, areaOf } from './areas.ts';
import { type Point, nameOf } from './points.ts';

const rankOf = (seed: number, name: string): string => createHash('sha256').update(`${seed} ${name}`).digest('hex');

/**
 * So many points, dealt from one area after the other until there are enough: each area has the same share, however
 * small it is. The seed shuffles the points and says which area is first, so that small samples meet each area in
 * turn. The same seed takes the same points of the same code.
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
