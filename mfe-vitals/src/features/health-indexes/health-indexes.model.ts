import { isVitalKey } from '@phr/clinical/codings';
import { newerWeight } from '../readings/newer-weight.model.ts';
import { latestOf, type Reading, staleness } from '../readings/reading.model.ts';
import type { ViewConfig } from '@phr/clinical/view-config';
import type { Group } from '@phr/clinical/vitals/define-vital';
import { VITALS, type Vital } from '@phr/clinical/vitals/index';

/** A row: a vital with its latest reading, if any. */
export interface IndexRow {
  readonly vital: Vital;
  readonly latest?: Reading;
  readonly previous?: Reading;
  /** Days since the latest reading, if too old to judge by. */
  readonly staleDays?: number;
  /** A weight that a body mass index does not know. */
  readonly newerWeight?: Reading;
}

/**
 * A row for every vital of the group, in catalogue order, including those without readings.
 * @param readings newest first
 * @param group undefined for all
 * @param now instant in milliseconds; future readings are never the latest
 */
export function indexRows(readings: readonly Reading[], group: Group | undefined, now: number): readonly IndexRow[] {
  return VITALS.filter((vital) => group === undefined || vital.group === group).map((vital) => {
    const found = latestOf(
      readings.filter(({ vitalKey }) => vitalKey === vital.key),
      now,
    );
    const weight = newerWeight(found.latest, readings, now);
    return {
      vital,
      ...found,
      ...staleness(found.latest, now),
      ...(weight === undefined ? {} : { newerWeight: weight }),
    };
  });
}

/** Indexes listed by the deployment without a row here, in its order (D-02). */
export function furtherIndexes(
  config: ViewConfig | undefined,
): readonly { readonly name: string; readonly title: string }[] {
  return [...(config ?? [])]
    .filter(([name, { codes }]) => !isVitalKey(name) && codes.length > 0)
    .map(([name, { title }]) => ({ name, title }));
}
