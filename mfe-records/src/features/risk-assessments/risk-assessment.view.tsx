import { formatDate } from '@phr/fhir/dates';
import { DetailScreen } from '@phr/module-kit/detail-screen';
import { Facts } from '@phr/module-kit/facts';
import { useSettings } from '@phr/module-kit/host';
import { Card } from '@phr/ui/card';
import { EmptyState } from '@phr/ui/empty-state';
import { IconAssessment, IconCall } from '@phr/ui/icons';
import { LevelBadge } from '@phr/ui/level-badge';
import { LinkButton } from '@phr/ui/link-button';
import { Notice } from '@phr/ui/notice';
import { Stack } from '@phr/ui/page';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import type { ScreenProps } from '../../views/screen-props.ts';
import type { RiskAssessment, RiskPrediction } from './risk-assessment.entity.ts';
import { useRiskAssessment } from './risk-assessments.api.ts';

/** One risk assessment: urgency, reason, advice; and that it is not a diagnosis. */
export function RiskAssessmentView({ level }: ScreenProps) {
  const { t } = useTranslation();
  const { id = '' } = useParams();
  return (
    <DetailScreen
      printable
      title={t('screen.risk-assessment')}
      level={level}
      back={{ screen: 'encounters' }}
      found={useRiskAssessment(id)}
      height={240}
      missing={<EmptyState icon={IconAssessment} title={t('risk.notFound')} help={t('risk.notFound.help')} />}
    >
      {(assessment) => <Details assessment={assessment} level={level + 1} />}
    </DetailScreen>
  );
}

function Details({ assessment, level }: { readonly assessment: RiskAssessment; readonly level: number }) {
  const { t } = useTranslation();
  const { emergencyNumber } = useSettings();
  const { name, method, at, performer, predictions, isOurs } = assessment;
  const isUrgent = predictions.some((prediction) => prediction.level === 'veryDangerous');
  const own = isOurs ? predictions[0]?.level : undefined;
  const advice = own === undefined ? assessment.advice : t(`rep.advice.${own}`, { number: emergencyNumber });
  const notes = own === undefined ? assessment.notes : [];
  return (
    <Stack>
      {advice !== undefined && (
        <Notice
          type={isUrgent ? 'error' : 'info'}
          title={advice}
          action={
            isUrgent && (
              <LinkButton variant="primary" icon={IconCall} href={`tel:${emergencyNumber}`}>
                {t('urgent.call', { number: emergencyNumber })}
              </LinkButton>
            )
          }
        />
      )}
      <Card title={method ?? name ?? t('screen.risk-assessment')} level={level}>
        <Facts
          facts={[
            ...predictions.flatMap((prediction) => factsOf(prediction)),
            [t('common.time'), formatDate(at)],
            [t('risk.subject'), method === undefined ? undefined : name],
            [t('risk.performer'), performer],
          ]}
        />
      </Card>
      <Notice>{notes.length > 0 ? notes.map((note) => <p key={note}>{note}</p>) : t('risk.notDiagnosis')}</Notice>
    </Stack>
  );

  function factsOf({ level: risk, words, outcome, rationale }: RiskPrediction) {
    return [
      [t('risk.level'), risk === undefined ? words : <LevelBadge isRisk level={risk} />] as const,
      [t('risk.outcome'), outcome] as const,
      [t('risk.rationale'), rationale] as const,
    ];
  }
}
