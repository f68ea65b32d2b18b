import { ListSection } from '@phr/module-kit/list-section';
import { useHost } from '@phr/module-kit/host';
import { Screen } from '@phr/module-kit/screen';
import { hrefOf } from '@phr/module-kit/screens';
import { AccordionSection } from '@phr/ui/accordion-section';
import { EmptyState } from '@phr/ui/empty-state';
import { IconMedicalHistory } from '@phr/ui/icons';
import { Stack } from '@phr/ui/page';
import { TabLinks } from '@phr/ui/tab-links';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { AddButton } from '../../views/add-button.tsx';
import type { ScreenProps } from '../../views/screen-props.ts';
import { ApartSection } from '../described/apart-section.view.tsx';
import { SymptomsSection } from '../symptoms/symptoms-section.view.tsx';
import { WaitingRows } from '../waiting/waiting-rows.view.tsx';
import { ConditionRow } from './condition-row.view.tsx';
import { useConditions } from './conditions.api.ts';
import { DiseaseRow } from './disease-row.view.tsx';
import { HistorySection } from './history-section.view.tsx';
import { diseasesOf } from './merged.model.ts';

/** History types without a screen of their own, in the order of a health summary. Loaded when their section opens. */
const OTHERS = [
  'AllergyIntolerance',
  'MedicationStatement',
  'MedicationRequest',
  'MedicationDispense',
  'MedicationAdministration',
  'Procedure',
  'ServiceRequest',
  'ImagingStudy',
  'Media',
  'FamilyMemberHistory',
  'CarePlan',
  'Goal',
  'CareTeam',
  'QuestionnaireResponse',
  'DocumentReference',
  'Composition',
  'Coverage',
  'Claim',
  'ExplanationOfBenefit',
] as const;

/** Medical history: diseases and other past findings sent by another system, or symptoms (`?show=symptoms`). */
export function ConditionsView({ level }: ScreenProps) {
  const { t } = useTranslation();
  const { navigation } = useHost();
  const isOfSymptoms = useSearchParams()[0].get('show') === 'symptoms';
  return (
    <Screen
      printable
      title={t('screen.conditions')}
      menuWord={t('menu.conditions')}
      headingLevel={level}
      back={{ screen: 'dashboard' }}
      actions={<AddButton screen={isOfSymptoms ? 'symptom-create' : 'condition-create'} />}
    >
      <TabLinks
        label={t('cond.show.label')}
        tabs={[
          {
            label: t('cond.show.conditions'),
            href: hrefOf(navigation, { screen: 'conditions' }),
            current: !isOfSymptoms,
          },
          {
            label: t('symptom.list'),
            href: hrefOf(navigation, { screen: 'conditions', params: { show: 'symptoms' } }),
            current: isOfSymptoms,
          },
        ]}
      />
      {isOfSymptoms ? <SymptomsSection level={level + 1} /> : <Diseases level={level} />}
    </Screen>
  );
}

function Diseases({ level }: ScreenProps) {
  const { t } = useTranslation();
  const list = useConditions();
  return (
    <>
      <WaitingRows type="Condition" level={level + 1} onSent={() => void list.retry()} />
      <ListSection
        list={diseasesOf(list)}
        label={t('screen.conditions')}
        thing={t('screen.conditions').toLowerCase()}
        level={level + 1}
        empty={<EmptyState icon={IconMedicalHistory} title={t('empty.conditions')} help={t('cond.empty.help')} />}
      >
        {(disease) => <DiseaseRow disease={disease} level={level + 1} />}
      </ListSection>
      <ApartSection list={list} level={level + 1}>
        {(condition) => <ConditionRow condition={condition} />}
      </ApartSection>
      <AccordionSection title={t('hist.others')} level={level + 1}>
        <Stack>
          {OTHERS.map((type) => (
            <HistorySection key={type} type={type} level={level + 2} />
          ))}
        </Stack>
      </AccordionSection>
    </>
  );
}
