import type { Signal } from '@phr/contract/today';
import { add, type PlainDate } from '@phr/time/plain-date';
import { deviceZone, startOfDay } from '@phr/time/zone';
import { truncate } from '@phr/ui/format';
import type { Recommendation, Vaccination } from '../vaccines-due/vaccination.entity.ts';
import { dosesIn, vaccinePlan } from '../vaccines-due/vaccines-due.model.ts';
import {
  draftWords,
  dueTitle,
  groupTitle,
  manyDueTitle,
  OPEN,
  recommendationTitle,
} from '../vaccines-due/vaccines-due.words.ts';
import { nextLook, type Situation } from './situation.entity.ts';

/** Longer overdue doses are more likely unrecorded than missing: shown on their screen, not daily. */
const TOLD_MONTHS = 12;
const TITLE = 60;
const DETAIL = 140;

interface Known {
  readonly birthDate: string | undefined;
  readonly today: PlainDate;
  readonly given: readonly Vaccination[];
  readonly recommendations: readonly Recommendation[];
  /** Absent if the deployment shows no schedule. */
  readonly signature: { readonly isDraft: boolean } | undefined;
}

/** S15: due vaccinations, individually from the record and combined from the schedule. They end when recorded. */
export function vaccineSignals(
  { signature, ...known }: Known,
  { patientId, now, locale }: Pick<Situation, 'patientId' | 'now' | 'locale'>,
): readonly Signal[] {
  const plan = vaccinePlan({ ...known, isScheduleShown: signature !== undefined });
  const oldest = add(known.today, { months: -TOLD_MONTHS });
  const place = { screen: 'vaccines-due', patientId };
  const signal = (
    told: Pick<Signal, 'id' | 'title' | 'sources'> & { detail?: string; due: string | undefined },
  ): Signal => {
    const { due, ...words } = told;
    return {
      ...words,
      patientId,
      kind: 'due',
      rank: 40,
      icon: 'vaccine',
      at: now.toISOString(),
      ...(due?.length === 10 ? { dueAt: new Date(startOfDay(due, deviceZone())).toISOString() } : {}),
      expiresAt: nextLook(now),
      place,
      actions: [{ id: 'open', label: OPEN[locale], place }],
      dismiss: '30d',
    };
  };
  const recommended = plan.recommended
    .filter(({ state }) => state === 'due' || state === 'late')
    .map((one) =>
      signal({
        id: `mfe-records/S15/${one.id}`,
        title: dueTitle(truncate(recommendationTitle(one, locale), TITLE), locale),
        sources: [one.id],
        ...(one.by === undefined ? {} : { detail: truncate(one.by, DETAIL) }),
        due: one.due,
      }),
    );
  const doses = dosesIn(plan, ['due', 'late']).filter(({ due }) => due !== undefined && due >= oldest);
  const [first] = doses;
  if (first === undefined) return recommended;
  const titles = doses.map((dose) => groupTitle(dose, locale));
  const details = [...(doses.length === 1 ? [] : titles), ...(signature?.isDraft === true ? [draftWords(locale)] : [])];
  return [
    ...recommended,
    signal({
      id: `mfe-records/S15/${patientId}@schedule`,
      title: doses.length === 1 ? dueTitle(truncate(titles.join(), TITLE), locale) : manyDueTitle(doses.length, locale),
      ...(details.length === 0 ? {} : { detail: truncate(details.join('. '), DETAIL) }),
      sources: [`Patient/${patientId}#vaccines`],
      due: first.due,
    }),
  ];
}
