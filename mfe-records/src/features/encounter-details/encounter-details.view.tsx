import { narrativeText } from '@phr/fhir/narrative';
import { DetailScreen } from '@phr/module-kit/detail-screen';
import { Facts } from '@phr/module-kit/facts';
import { TechnicalFacts } from '@phr/module-kit/technical-facts';
import { useLinked } from '@phr/module-kit/linked-record';
import { Badge } from '@phr/ui/badge';
import { Card } from '@phr/ui/card';
import { EmptyState } from '@phr/ui/empty-state';
import { Heading } from '@phr/ui/heading';
import { IconTreatment } from '@phr/ui/icons';
import { Columns } from '@phr/ui/page';
import { useDay } from '@phr/ui/use-now';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import type { ScreenProps } from '../../views/screen-props.ts';
import { encounterState, isUrgent } from '../encounters/encounter-state.model.ts';
import type { Encounter } from '../encounters/encounter.entity.ts';
import { useTypeWords } from '../encounters/use-type-words.ts';
import {
  classOf,
  codeOf,
  headingOf,
  hospitalWord,
  periodOf,
  priorityOf,
  stateOf,
} from '../encounters/encounter.words.ts';
import { useEncounter } from '../encounters/encounters.api.ts';
import { UrgentCall } from '../health-reports/urgent-call.view.tsx';
import { OwnActions } from './own-actions.view.tsx';
import { EncounterLinks } from './encounter-links.view.tsx';
import { AccountSection, CostsSection, InsuranceSection } from './money-sections.view.tsx';
import { PapersSection } from './papers-section.view.tsx';
import {
  DiagnosisSection,
  ImagingStudiesSection,
  MediasSection,
  MedicationsSection,
  ReportsSection,
  ServicesSection,
} from './sections.view.tsx';

/** One encounter: facts, then sections. */
export function EncounterDetailsView({ level }: ScreenProps) {
  const { t } = useTranslation();
  const { id = '' } = useParams();
  const found = useEncounter(id);
  return (
    <DetailScreen
      printable
      title={t('screen.encounter-details')}
      headingOf={(encounter) => headingOf(encounter, t)}
      level={level}
      back={{ screen: 'encounters' }}
      found={found}
      height={280}
      missing={<EmptyState icon={IconTreatment} title={t('enc.notFound')} help={t('enc.notFound.help')} />}
    >
      {(encounter) => <Details encounter={encounter} level={level + 1} />}
    </DetailScreen>
  );
}

function Details({ encounter, level }: { readonly encounter: Encounter; readonly level: number }) {
  const { t } = useTranslation();
  const now = new Date(useDay());
  const isLinked = useLinked() !== undefined;
  return (
    <Columns
      sideFirst
      side={
        <>
          <AboutVisit encounter={encounter} now={now} level={level} />
          {isUrgent(encounter, now) && <UrgentCall words="enc.urgent" />}
          <TechnicalFacts facts={[[t('enc.code'), codeOf(encounter)]]} level={level} />
        </>
      }
      main={
        <>
          <EncounterLinks encounter={encounter} />
          <Heading level={level}>{t('enc.sections')}</Heading>
          <DiagnosisSection encounter={encounter} level={level + 1} />
          <MedicationsSection encounter={encounter} level={level + 1} />
          <ServicesSection encounter={encounter} level={level + 1} />
          <ReportsSection encounter={encounter} level={level + 1} />
          <ImagingStudiesSection encounter={encounter} level={level + 1} />
          <MediasSection encounter={encounter} level={level + 1} />
          <PapersSection encounter={encounter} level={level + 1} />
          <InsuranceSection encounter={encounter} level={level + 1} />
          <CostsSection encounter={encounter} level={level + 1} />
          <AccountSection encounter={encounter} level={level + 1} />
          {encounter.isOwn && !isLinked && <OwnActions encounter={encounter} />}
        </>
      }
    />
  );
}

/** Place, time and status of a visit. */
function AboutVisit({
  encounter,
  now,
  level,
}: {
  readonly encounter: Encounter;
  readonly now: Date;
  readonly level: number;
}) {
  const { t } = useTranslation();
  const type = useTypeWords(encounter);
  const state = encounterState(encounter, now);
  const status = state.statusWords;
  const priority = priorityOf(encounter);
  return (
    <Card title={t('enc.facts')} level={level} action={status && <Badge tone={status.tone}>{t(status.key)}</Badge>}>
      <Facts
        facts={[
          [t('enc.provider'), encounter.serviceProvider.name ?? t('enc.providerUnknown')],
          [t('enc.period'), periodOf(encounter, t)],
          [t('enc.days'), encounter.periodDays],
          [t('enc.type'), [classOf(encounter, t), type].filter((part) => part !== undefined).join(' · ')],
          [t('enc.extentType'), encounter.extentType],
          [
            t('enc.priority'),
            priority === undefined ? encounter.priorityStr : <Badge tone={priority.tone}>{t(priority.key)}</Badge>,
          ],
          [t('common.status'), stateOf(state, now, t)],
          [t('enc.hospitalWords'), hospitalWord(state, t)],
          [t('enc.source'), encounter.isOwn && t('enc.byYou')],
          [t('common.note'), narrativeText(encounter.ownNote)],
        ]}
      />
    </Card>
  );
}
