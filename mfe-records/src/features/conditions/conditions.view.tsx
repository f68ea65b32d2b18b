import { ListSection } from '@phr/module-kit/list-section';
import { Screen } from '@phr/module-kit/screen';
import { EmptyState } from '@phr/ui/empty-state';
import { Heading } from '@phr/ui/heading';
import { IconMedicalHistory } from '@phr/ui/icons';
import { useTranslation } from 'react-i18next';
import type { ScreenProps } from '../../views/screen-props.ts';
import { DescribedRow } from '../described/described-row.tsx';
import { useDescribed } from '../described/described.api.ts';
import { HistorySection } from './history-section.tsx';

/** Types that belong to a person's history and have no screen of their own, in the order of a health summary. */
const OTHERS = [
  'AllergyIntolerance', 'MedicationStatement', 'MedicationRequest', 'Procedure', 'FamilyMemberHistory', 'CarePlan', 'Goal', 'QuestionnaireResponse', 'DocumentReference', 'Composition',
] as const;

/** Medical history: diseases, and whatever else another system has sent about the past. */
export function ConditionsView({ level }: ScreenProps) {
  const { t } = useTranslation();
  const list = useDescribed('Condition');
  return (
    <Screen title={t('screen.conditions')} headingLevel={level} back="/dashboard">
      <ListSection list={list} label={t('screen.conditions')} thing={t('screen.conditions').toLowerCase()} level={level + 1} empty={<EmptyState icon={IconMedicalHistory} title={t('empty.conditions')} />}>
        {(described) => <DescribedRow described={described} />}
      </ListSection>
      <Heading level={level + 1}>{t('hist.others')}</Heading>
      {OTHERS.map((type) => <HistorySection key={type} type={type} level={level + 2} />)}
    </Screen>
  );
}
