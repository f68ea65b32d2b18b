// Points that are listed by hand: breaks that change nothing, and breaks that are known to be detected.
import { readFileSync } from 'node:fs';
import { type Point } from './points.ts';

export interface Listed {
  readonly file: string;
  readonly kind: string;
  /**
   * The line as in `Point.code`. The entry stays valid when lines are added above it, and becomes invalid when the line
   * changes.
   */
  readonly code: string;
}
export interface Equivalent extends Listed {
  /** Why the break has no observable effect. */
  readonly reason: string;
}

export const readListed = <T extends Listed>(file: string): readonly T[] =>
  JSON.parse(readFileSync(file, 'utf8')) as readonly T[];

const isListed = (point: Point, { file, kind, code }: Listed): boolean =>
  point.file === file && point.kind === kind && point.code === code;

/**
 * The points of the entries.
 * @throws when the code of an entry no longer exists, or occurs more than once
 */
export function pointsOfListed(entries: readonly Listed[], points: readonly Point[]): readonly Point[] {
  return entries.map((entry) => {
    const found = points.filter((point) => isListed(point, entry));
    const [point] = found;
    if (found.length === 1 && point !== undefined) return point;
    throw new Error(`${entry.file}: ${found.length} places have the listed break "${entry.kind}" of ${entry.code}`);
  });
}
