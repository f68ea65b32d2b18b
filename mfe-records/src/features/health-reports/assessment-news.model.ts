import type { Level } from '@phr/clinical/levels';
import type { Notice } from '@phr/contract/host-api';
import type { TFunction } from 'i18next';

export interface AssessedReport {
  readonly patientId: string;
  readonly encounterId: string;
  /** Person and time of the report, for a notice that may appear hours later with another record on screen. */
  readonly person: string;
  readonly at: string;
  readonly emergencyNumber: string;
}

/** Notice of an assessed report, also if it was queued: by the response's level, or a general one. */
export interface AssessmentNews {
  readonly told: Notice;
  readonly toldBy: { readonly path: string; readonly notices: Readonly<Record<Level, Notice>> };
}

/** How urgent a report is and what to do, never a diagnosis; with a link. */
export function assessmentNews(
  { patientId, encounterId, person, at, emergencyNumber: number }: AssessedReport,
  t: TFunction,
  levelWords: (level: Level) => string,
): AssessmentNews {
  const place = { screen: 'encounter-risk-assessment', params: { encounterId }, patientId };
  const of = (level: Level, type: Notice['type']): Notice => ({
    type,
    title: t('rep.assessedAs', { level: levelWords(level), person, at }),
    description: t(`rep.advice.${level}`, { number }),
    place,
  });
  return {
    told: {
      type: 'info',
      title: t('rep.assessed', { person, at }),
      description: t('rep.assessed.help', { number }),
      place,
    },
    toldBy: {
      path: 'prediction.0.qualitativeRisk.coding.0.code',
      notices: {
        target: of('target', 'success'),
        veryMild: of('veryMild', 'success'),
        mild: of('mild', 'info'),
        dangerous: of('dangerous', 'warning'),
        veryDangerous: of('veryDangerous', 'error'),
      },
    },
  };
}
