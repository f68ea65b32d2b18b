// Points that are listed by hand: breaks that change nothing, and breaks that are known to be noticed.
import { readFileSync } from 'node:fs';
import { type Point } from './points.ts';

export interface Listed {
  readonly file: string;
  readonly kind: string;
  /** The line as `Point.code` has it, so that an entry survives what is added above it, and not what changes it. */
  readonly code: string;
}
export interface Equivalent extends Listed {
  /** Why nothing that anybody could see is different. */
  readonly reason: string;
}

export const readListed = <T extends Listed>(file: string): readonly T[] =>
  JSON.parse(readFileSync(file, 'utf8')) as readonly T[];

const isListed = (point: Point, { file, kind, code }: Listed): boolean =>
  point.file === file && point.kind === kind && point.code === code;

/** The points of the entries. @throws when the code of an entry is gone, or stands in more than one place */
export function pointsOfListed(entries: readonly Listed[], points: readonly Point[]): readonly Point[] {
  return entries.map((entry) => {
    const found = points.filter((point) => isListed(point, entry));
    const [point] = found;
    if (found.length === 1 && point !== undefined) return point;
    throw new Error(`${entry.file}: ${found.length} places have the listed break "${entry.kind}" of ${entry.code}`);
  });
}
