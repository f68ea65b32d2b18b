import { useHost } from '@phr/module-kit/host';
import { RecordRow } from '@phr/module-kit/record-row';
import { Screen } from '@phr/module-kit/screen';
import { hrefOf } from '@phr/module-kit/screens';
import {
  IconAssessment,
  IconCalendar,
  IconImmunization,
  IconLink,
  IconMedicalHistory,
  IconMedicine,
  IconPrint,
  IconProfile,
  IconWarning,
  IconReport,
  IconTreatment,
} from '@phr/ui/icons';
import { LinkButton } from '@phr/ui/link-button';
import { Stack } from '@phr/ui/page';
import { useTranslation } from 'react-i18next';
import type { ScreenProps } from '../../views/screen-props.ts';
import { HistorySection } from '../conditions/history-section.view.tsx';
import { SingleRowCard, ConditionsRow, MedicinesRow, NewestRow, SymptomsRow } from './record-row.view.tsx';

/** A section shown by its newest entry: query, name, and target screen. */
const NEWEST = {
  DiagnosticReport: {
    query: { 'status:not': 'registered' },
    name: 'hub.results',
    icon: IconReport,
    to: { screen: 'results' },
  },
  Encounter: { query: {}, name: 'hub.visits', icon: IconTreatment, to: { screen: 'encounters' } },
  Immunization: {
    query: { _count: 100 },
    name: 'screen.immunizations',
    icon: IconImmunization,
    to: { screen: 'immunizations' },
  },
  QuestionnaireResponse: {
    query: {},
    name: 'hub.questionnaires',
    icon: IconAssessment,
    to: { screen: 'questionnaires' },
  },
} as const;

function Newest({ of, level }: { readonly of: keyof typeof NEWEST; readonly level: number }) {
  const { t } = useTranslation();
  const { name, ...part } = NEWEST[of];
  return <NewestRow {...part} type={of} name={t(name)} level={level} />;
}

/**
 * The whole record on one screen: what doctors ask for first is expanded on top, other sections show a count and a
 * link.
 */
export function RecordHubView({ level }: ScreenProps) {
  const { t } = useTranslation();
  const { navigation } = useHost();
  const inside = level + 1;
  return (
    <Screen
      title={t('screen.record')}
      headingLevel={level}
      actions={
        <LinkButton icon={IconPrint} href={hrefOf(navigation, { screen: 'summary' })}>
          {t('screen.summary')}
        </LinkButton>
      }
    >
      <Stack>
        <AskedFirst level={inside} />
        <HistorySection isMain type="MedicationRequest" level={inside} />
        <Newest of="DiagnosticReport" level={inside} />
        <ConditionsRow
          name={t('hub.conditions')}
          icon={IconMedicalHistory}
          to={{ screen: 'conditions' }}
          level={inside}
        />
        <SymptomsRow
          name={t('symptom.list')}
          icon={IconMedicalHistory}
          to={{ screen: 'conditions', params: { show: 'symptoms' } }}
          level={inside}
        />
        <HistorySection isMain type="CarePlan" level={inside} />
        <HistorySection isMain type="Goal" level={inside} />
        <Newest of="Encounter" level={inside} />
        <SingleRowCard>
          <RecordRow icon={IconCalendar} title={t('screen.timeline')} to={{ screen: 'timeline' }} />
        </SingleRowCard>
        <Newest of="Immunization" level={inside} />
        <HistorySection isMain type="DocumentReference" level={inside} />
        <Newest of="QuestionnaireResponse" level={inside} />
        <SingleRowCard>
          <RecordRow icon={IconProfile} title={t('hub.personal')} to={{ screen: 'profile' }} />
        </SingleRowCard>
        <HistorySection isMain type="Coverage" level={inside} />
        <SingleRowCard>
          <RecordRow icon={IconLink} title={t('screen.link-profile')} to={{ screen: 'link-profile' }} />
        </SingleRowCard>
      </Stack>
    </Screen>
  );
}

/** Allergies, open, and the medicines that are taken. */
function AskedFirst({ level }: ScreenProps) {
  const { t } = useTranslation();
  return (
    <>
      <HistorySection isMain type="AllergyIntolerance" level={level} isOpen />
      <SingleRowCard>
        <RecordRow icon={IconWarning} family="heart" title={t('hub.allergies')} to={{ screen: 'allergies' }} />
      </SingleRowCard>
      <MedicinesRow
        name={t('hub.medicines')}
        icon={IconMedicine}
        family="medicine"
        to={{ screen: 'medicines' }}
        level={level}
      />
    </>
  );
}
