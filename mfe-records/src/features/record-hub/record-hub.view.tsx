import { RecordRow } from '@phr/module-kit/record-row';
import { Screen } from '@phr/module-kit/screen';
import { Card } from '@phr/ui/card';
import {
  IconAssessment,
  IconImmunization,
  IconLink,
  IconMedicalHistory,
  IconMedicine,
  IconProfile,
  IconReport,
  IconTreatment,
} from '@phr/ui/icons';
import { Stack } from '@phr/ui/page';
import { useTranslation } from 'react-i18next';
import type { ScreenProps } from '../../views/screen-props.ts';
import { HistorySection } from '../conditions/history-section.view.tsx';
import { ConditionsRow, MedicinesRow, NewestRow } from './record-row.view.tsx';

/** The whole record on one screen: what a doctor asks for first stands open on top, each further part says how much of it there is and leads to it. */
export function RecordHubView({ level }: ScreenProps) {
  const { t } = useTranslation();
  const inside = level + 1;
  return (
    <Screen title={t('screen.record')} headingLevel={level}>
      <Stack>
        <AskedFirst level={inside} />
        <HistorySection isMain type="MedicationRequest" level={inside} />
        <NewestRow
          type="DiagnosticReport"
          query={{ 'status:not': 'registered' }}
          name={t('hub.results')}
          icon={IconReport}
          to={{ screen: 'observations-list' }}
          level={inside}
        />
        <ConditionsRow
          name={t('hub.conditions')}
          icon={IconMedicalHistory}
          to={{ screen: 'conditions' }}
          level={inside}
        />
        <HistorySection isMain type="CarePlan" level={inside} />
        <HistorySection isMain type="Goal" level={inside} />
        <NewestRow
          type="Encounter"
          query={{}}
          name={t('hub.visits')}
          icon={IconTreatment}
          to={{ screen: 'encounters' }}
          level={inside}
        />
        <NewestRow
          type="Immunization"
          query={{ _count: 100 }}
          name={t('screen.immunizations')}
          icon={IconImmunization}
          to={{ screen: 'immunizations' }}
          level={inside}
        />
        <HistorySection isMain type="DocumentReference" level={inside} />
        <NewestRow
          type="QuestionnaireResponse"
          query={{}}
          name={t('hub.questionnaires')}
          icon={IconAssessment}
          to={{ screen: 'questionnaires' }}
          level={inside}
        />
        <Card flush>
          <RecordRow icon={IconProfile} title={t('hub.personal')} to={{ screen: 'profile' }} />
        </Card>
        <HistorySection isMain type="Coverage" level={inside} />
        <Card flush>
          <RecordRow icon={IconLink} title={t('screen.link-profile')} to={{ screen: 'link-profile' }} />
        </Card>
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
      <Card flush>
        <RecordRow icon={IconMedicalHistory} title={t('hub.allergies')} to={{ screen: 'allergies' }} />
      </Card>
      <MedicinesRow name={t('hub.medicines')} icon={IconMedicine} to={{ screen: 'medicines' }} level={level} />
    </>
  );
}
