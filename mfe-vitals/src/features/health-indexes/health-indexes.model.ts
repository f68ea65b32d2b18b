import { isVitalKey } from '@phr/clinical/codings';
import { newerWeight } from '../readings/newer-weight.model.ts';
import { latestOf, type Reading, staleness } from '../readings/reading.model.ts';
import type { ViewConfig } from '@phr/clinical/view-config';
import type { Group } from '@phr/clinical/vitals/define-vital';
import { VITALS, type Vital } from '@phr/clinical/vitals/index';

/** One line of the list: a vital with its latest reading, if there is one. */
export interface IndexRow {
  readonly vital: Vital;
  readonly latest?: Reading;
  readonly previous?: Reading;
  /** How many days ago the latest one was, where that is too long to judge by it. */
  readonly staleDays?: number;
  /** A weight that a body mass index does not know. */
  readonly newerWeight?: Reading;
}

/**
 * A line for every vital of the group, in the order of the catalogue; vitals without readings stay, so that they can be added.
 * @param readings newest first
 * @param group undefined for all
 * @param now instant in milliseconds; readings of the future are never the latest
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

/** Indexes that the deployment lists and this product has no row for, in the order of the deployment (D-02). */
export function furtherIndexes(
  config: ViewConfig | undefined,
): readonly { readonly name: string; readonly title: string }[] {
  return [...(config ?? [])]
    .filter(([name, { codes }]) => !isVitalKey(name) && codes.length > 0)
    .map(([name, { title }]) => ({ name, title }));
}
