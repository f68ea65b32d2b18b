import { hrefOf } from '@phr/module-kit/screens';
import { formatDate } from '@phr/fhir/dates';
import { useHost } from '@phr/module-kit/host';
import { ListSection } from '@phr/module-kit/list-section';
import { Screen } from '@phr/module-kit/screen';
import { EmptyState } from '@phr/ui/empty-state';
import { IconAssessment } from '@phr/ui/icons';
import { LevelBadge } from '@phr/ui/level-badge';
import { ListRow } from '@phr/ui/list';
import { Notice } from '@phr/ui/notice';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import type { ScreenProps } from '../../views/screen-props.ts';
import { WaitingRows } from '../waiting/waiting-rows.view.tsx';
import type { RiskAssessment } from './risk-assessment.entity.ts';
import { useRiskAssessments } from './risk-assessments.api.ts';

/** The risk assessments of an encounter. */
export function EncounterRiskAssessmentView({ level }: ScreenProps) {
  const { t } = useTranslation();
  const { encounterId = '' } = useParams();
  const list = useRiskAssessments(encounterId);
  const thing = t('screen.encounter-risk-assessment').toLowerCase();
  return (
    <Screen
      printable
      title={t('screen.encounter-risk-assessment')}
      headingLevel={level}
      back={{ screen: 'encounter-details', params: { id: encounterId } }}
    >
      <Notice>{t('risk.notDiagnosis')}</Notice>
      {/* a report that waits on this device has no assessment yet */}
      <WaitingRows
        type={(body) => body['encounterId'] === encounterId && Array.isArray(body['observations'])}
        level={level + 1}
        onSent={() => void list.retry()}
      />
      <ListSection
        list={list}
        label={t('screen.encounter-risk-assessment')}
        thing={thing}
        level={level + 1}
        empty={<EmptyState icon={IconAssessment} title={t('empty.riskAssessments')} help={t('risk.emptyHelp')} />}
      >
        {(assessment) => <RiskRow assessment={assessment} />}
      </ListSection>
    </Screen>
  );
}

function RiskRow({ assessment: { id, name, method, at, predictions } }: { readonly assessment: RiskAssessment }) {
  const { t } = useTranslation();
  const { navigation } = useHost();
  const [first] = predictions;
  return (
    <ListRow
      title={method ?? name ?? t('screen.risk-assessment')}
      subtitle={formatDate(at) ?? t('common.unknown')}
      href={hrefOf(navigation, { screen: 'risk-assessment', params: { id } })}
      detail={first?.level === undefined ? first?.words : <LevelBadge isRisk level={first.level} />}
    />
  );
}
