import type { Signal } from '@phr/contract/today';
import { dayOf, formatDate, truncate } from '@phr/ui/format';
import { lastMoment } from '../../last-moment.ts';
import type { NewReport } from './finding.entity.ts';
import { daysAfter, type Situation } from './situation.entity.ts';

/** Statuses of a report that may be read as final. */
const FINAL = ['final', 'amended', 'corrected', 'appended'];
/** Without server-side read state, a report is news for this long, or until opened on this device. */
const NEWS_DAYS = 7;

/** Undo time of "no known allergies", in milliseconds. */
const UNDO_MS = 10_000;

/** S13: a report of the last week. */
export function reportSignals(
  reports: readonly NewReport[],
  { patientId, now, locale, t }: Situation,
): readonly Signal[] {
  return reports.flatMap(({ id, status, name, effective, reported }): readonly Signal[] => {
    const end = lastMoment(reported);
    if (reported === undefined || end === undefined || !FINAL.includes(status)) return [];
    const expiresAt = daysAfter(end, NEWS_DAYS);
    if (Date.parse(expiresAt) <= now.getTime()) return [];
    const place = { screen: 'report-details', params: { id }, patientId };
    return [
      {
        id: `mfe-records/S13/${id}`,
        patientId,
        kind: 'new',
        rank: 0,
        title: t('signal.report', {
          name: truncate(name ?? t('signal.unnamedReport'), 45),
          date: dayWords(effective ?? reported, locale),
        }),
        icon: 'result',
        at: reported,
        expiresAt,
        sources: [`DiagnosticReport/${id}`],
        place,
        actions: [{ id: 'open', label: t('signal.open'), place }],
        dismiss: '30d',
      },
    ];
  });
}

/** Local day of a FHIR date or dateTime. */
function dayWords(date: string, locale: Situation['locale']): string {
  return formatDate(date.includes('T') ? dayOf(date) : date, locale);
}

/**
 * S16: nothing recorded about allergies, not even that there are none.
 * @param allergies undefined while unknown
 */
export function allergySignals(
  allergies: readonly string[] | undefined,
  { patientId, now, t }: Situation,
): readonly Signal[] {
  if (allergies === undefined || allergies.length > 0) return [];
  const place = { screen: 'allergy-create', patientId };
  return [
    {
      id: `mfe-records/S16/${patientId}`,
      patientId,
      kind: 'gap',
      rank: 0,
      title: t('signal.noAllergy'),
      detail: t('signal.noAllergyWhy'),
      icon: 'allergy',
      at: now.toISOString(),
      expiresAt: daysAfter(now, 1),
      sources: [`Patient/${patientId}#allergies`],
      place,
      actions: [
        { id: 'some', label: t('signal.yes'), place },
        { id: 'none', label: t('signal.no'), undoMs: UNDO_MS },
      ],
      dismiss: '30d',
    },
  ];
}
