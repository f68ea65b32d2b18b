import { hrefOf } from '@phr/module-kit/screens';
import { formatDate } from '@phr/fhir/dates';
import { DetailScreen } from '@phr/module-kit/detail-screen';
import { Facts } from '@phr/module-kit/facts';
import { useHost } from '@phr/module-kit/host';
import { type PatientList, usePatientOne } from '@phr/module-kit/patient-list';
import { Badge } from '@phr/ui/badge';
import { Card } from '@phr/ui/card';
import { EmptyState } from '@phr/ui/empty-state';
import { IconReport } from '@phr/ui/icons';
import { LinkButton } from '@phr/ui/link-button';
import { Notice } from '@phr/ui/notice';
import { Actions, Stack } from '@phr/ui/page';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { readerPerLocale, useReader } from '../../local-reader.ts';
import type { ScreenProps } from '../../views/screen-props.ts';
import { readService, type Service } from '../encounter-details/sections.entity.ts';
import { serviceBadge } from './service.words.ts';

const READERS = readerPerLocale(readService);

/** One order of the person on screen, as a list of at most one. */
function useService(id: string): PatientList<Service> {
  return usePatientOne({ type: 'ServiceRequest', id, read: useReader(READERS) });
}

/** One order: what, by whom, when, and patient instructions (COV-06). */
export function ServiceRequestDetailView({ level }: ScreenProps) {
  const { t } = useTranslation();
  const { id = '' } = useParams();
  const found = useService(id);
  return (
    <DetailScreen
      printable
      title={t('screen.service-request-detail')}
      headingOf={({ name }) => name ?? t('enc.noName')}
      level={level}
      back={{ screen: 'encounters' }}
      found={found}
      thing={t('service.one')}
      height={280}
      missing={<EmptyState icon={IconReport} title={t('service.notFound')} help={t('service.notFound.help')} />}
    >
      {(service) => <Details service={service} level={level + 1} />}
    </DetailScreen>
  );
}

function Details({ service, level }: { readonly service: Service; readonly level: number }) {
  const { t } = useTranslation();
  const { navigation } = useHost();
  const { quantity, occurrence, authoredOn, instruction, requester, performer, encounterId } = service;
  const badge = serviceBadge(service, t);
  return (
    <Stack>
      {instruction !== undefined && <Notice title={t('enc.patientInstruction')}>{instruction}</Notice>}
      <Card
        title={t('screen.service-request-detail')}
        level={level}
        action={badge && <Badge tone={badge.tone}>{badge.words}</Badge>}
      >
        <Facts
          facts={[
            [t('common.status'), badge?.words ?? t('enc.statusUnknown')],
            [t('enc.quantity'), quantity],
            [t('service.authoredOn'), formatDate(authoredOn)],
            [t('service.occurrence'), formatDate(occurrence)],
            [t('enc.requester'), requester],
            [t('enc.performer'), performer],
          ]}
        />
      </Card>
      {encounterId !== undefined && (
        <Actions>
          <LinkButton href={hrefOf(navigation, { screen: 'encounter-details', params: { id: encounterId } })}>
            {t('service.toEncounter')}
          </LinkButton>
        </Actions>
      )}
    </Stack>
  );
}
