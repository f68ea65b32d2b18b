import { vitalKeyOf, type VitalKey } from '@phr/clinical/codings';
import { newerWeight } from '../readings/newer-weight.model.ts';
import { latestOf, numberIn, requiresAction, type Reading, staleness } from '../readings/reading.model.ts';

/** Values of a tile's small line. */
const SPARKLINE_LENGTH = 12;

export interface Tile {
  readonly vitalKey: VitalKey;
  readonly latest?: Reading;
  readonly previous?: Reading;
  /** Days since the latest reading, if too old to judge by. */
  readonly staleDays?: number;
  /** A weight that a body mass index does not know. */
  readonly newerWeight?: Reading;
  /** Recent values, oldest first; systolic for blood pressure. Only values in one unit are connected. */
  readonly line: readonly number[];
}

/** The vitals of some codes, without duplicates. */
export function vitalKeysOf(codes: readonly string[]): readonly VitalKey[] {
  return [...new Set(codes.map(vitalKeyOf).filter((key) => key !== undefined))];
}

/**
 * Tiles for some codes, in order, skipping codes that are not vital signs.
 * @param readings newest first
 */
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

/** Latest readings that require action today. */
export function urgentReadings(tiles: readonly Tile[], now: number): readonly Reading[] {
  return tiles.flatMap(({ latest }) => (latest !== undefined && requiresAction(latest, now) ? [latest] : []));
}

function unitOfReading(reading: Reading | undefined): string | undefined {
  const amount = reading?.parts[0]?.amount;
  return amount?.kind === 'measured' ? amount.unit.code : undefined;
}
