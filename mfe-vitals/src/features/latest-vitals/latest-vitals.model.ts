import { vitalKeyOf, type VitalKey } from '@phr/clinical/codings';
import { newerWeight } from '../readings/newer-weight.model.ts';
import { latestOf, numberIn, presses, type Reading, staleness } from '../readings/reading.model.ts';

/** Values of a tile's small line. */
const SPARKLINE_LENGTH = 12;

export interface Tile {
  readonly vitalKey: VitalKey;
  readonly latest?: Reading;
  readonly previous?: Reading;
  /** How many days ago the latest one was, where that is too long to judge by it. */
  readonly staleDays?: number;
  /** A weight that a body mass index does not know. */
  readonly newerWeight?: Reading;
  /** Course of the last values, oldest first; systolic for a blood pressure. Only values of one unit are joined. */
  readonly line: readonly number[];
}

/** The vitals behind some codes, each once. */
export function vitalKeysOf(codes: readonly string[]): readonly VitalKey[] {
  return [...new Set(codes.map(vitalKeyOf).filter((key) => key !== undefined))];
}

/** The tiles for some codes, in their order; codes that are no vital sign are left out. @param readings newest first */
export function tilesOf(codes: readonly string[], readings: readonly Reading[], now: number): readonly Tile[] {
  return vitalKeysOf(codes).map((vitalKey) => {
    const own = readings.filter((reading) => reading.vitalKey === vitalKey);
    const found = latestOf(own, now);
    const unit = unitOfReading(found.latest);
    const line = own
      .filter((reading) => reading.counts && unitOfReading(reading) === unit)
      .slice(0, SPARKLINE_LENGTH)
      .map((reading) => numberIn(reading, vitalKey === 'bloodPressures' ? 'systolic' : 'value'))
      .filter((value) => value !== undefined)
      .reverse();
    const weight = newerWeight(found.latest, readings, now);
    return {
      vitalKey,
      ...found,
      line,
      ...staleness(found.latest, now),
      ...(weight === undefined ? {} : { newerWeight: weight }),
    };
  });
}

/** The latest readings that ask for something to be done today. */
export function pressingTiles(tiles: readonly Tile[], now: number): readonly Reading[] {
  return tiles.flatMap(({ latest }) => (latest !== undefined && presses(latest, now) ? [latest] : []));
}

function unitOfReading(reading: Reading | undefined): string | undefined {
  const amount = reading?.parts[0]?.amount;
  return amount?.kind === 'measured' ? amount.unit.code : undefined;
}
