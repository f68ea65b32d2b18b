import { isPressing } from '@phr/clinical/assess/assess';
import { vitalIn } from '@phr/clinical/codings';
import { namesOf } from '@phr/clinical/vitals/index';
import type { Notice } from '@phr/contract/host-api';
import type { Locale } from '@phr/contract/locale';
import type { JudgingContext } from '@phr/fhir/judging';
import { observation } from '@phr/fhir/observation';
import { levelWords } from '@phr/fhir/verdict-words';
import type { TFunction } from 'i18next';
import type { NewResource } from '../form/save.api.ts';
import { judgedOf, formattedValue } from '../judging/judged.model.ts';

interface Telling {
  readonly patientId: string;
  readonly emergencyNumber: string;
  readonly locale: Locale;
  readonly t: TFunction;
}

/**
 * Notices of readings that require action today, worded as in every list and linking to the advice. Empty if there are
 * none.
 */
export function urgentNotices(
  created: readonly NewResource[],
  context: JudgingContext,
  { patientId, emergencyNumber, locale, t }: Telling,
): readonly Notice[] {
  return created.flatMap(({ formId, resource }): readonly Notice[] => {
    const read = observation({ ...resource, id: formId });
    const vital = vitalIn(read?.code);
    if (read === undefined || vital === undefined) return [];
    const judged = judgedOf(read, undefined, context, locale);
    if (judged === undefined) return [];
    if (!isPressing(judged.verdict, Date.parse(read.effectiveDateTime ?? ''), context.now)) return [];
    const what = `${namesOf(vital)[locale]} ${formattedValue(read, undefined, locale) ?? ''}`;
    const level = levelWords(judged.verdict, { locale, t });
    return [
      {
        type: 'error',
        title: [what, level].filter((words) => words !== undefined).join(': '),
        description: [judged.range, t('rep.pressing', { number: emergencyNumber })]
          .filter((words) => words !== undefined)
          .join('. '),
        place: { screen: 'health-details', params: { name: vital }, patientId },
      },
    ];
  });
}
