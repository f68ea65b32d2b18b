import { reference } from '@phr/fhir/datatypes';
import { formatDate } from '@phr/fhir/dates';
import { list, lenientObject } from '@phr/fhir/json';
import { idOf } from '@phr/fhir/reading';
import { LINKED } from '@phr/module-kit/linked-record';
import { ListSection } from '@phr/module-kit/list-section';
import { RecordRow } from '@phr/module-kit/record-row';
import { EmptyState } from '@phr/ui/empty-state';
import { Heading } from '@phr/ui/heading';
import { useTranslation } from 'react-i18next';
import type { Encounter } from '../encounters/encounter.entity.ts';
import { classOf, codeOf, titleOf } from '../encounters/encounter.words.ts';
import { usePatientResource } from '../form/patient.api.ts';
import type { Report } from '../reports/report.entity.ts';
import { useLinkedEncounters, useLinkedReports } from './link-profile.api.ts';

const links = lenientObject({ link: list(lenientObject({ other: reference })) });

/** Linked hospital records, read-only. Hidden without any. */
export function LinkedRecords({ level }: { readonly level: number }) {
  const { t } = useTranslation();
  const { data } = usePatientResource();
  const ids = (links(data)?.link ?? []).flatMap(({ other }) => idOf(other, 'Patient') ?? []);
  if (ids.length === 0) return null;
  return (
    <>
      <Heading level={level}>{t('link.records')}</Heading>
      {ids.map((id) => (
        <LinkedRecord key={id} id={id} level={level + 1} />
      ))}
    </>
  );
}

function LinkedRecord({ id, level }: { readonly id: string; readonly level: number }) {
  const { t } = useTranslation();
  const none = <EmptyState title={t('link.recordEmpty')} />;
  return (
    <>
      <Heading level={level} look="h3">
        {t('link.encounters')}
      </Heading>
      <ListSection
        list={useLinkedEncounters(id)}
        label={t('link.encounters')}
        thing={t('screen.encounters').toLowerCase()}
        level={level}
        empty={none}
      >
        {(encounter) => <EncounterLine encounter={encounter} linkedId={id} />}
      </ListSection>
      <Heading level={level} look="h3">
        {t('link.reports')}
      </Heading>
      <ListSection
        list={useLinkedReports(id)}
        label={t('link.reports')}
        thing={t('enc.reports').toLowerCase()}
        level={level}
        empty={none}
      >
        {(report) => <ReportLine report={report} linkedId={id} />}
      </ListSection>
    </>
  );
}

function EncounterLine({ encounter, linkedId }: { readonly encounter: Encounter; readonly linkedId: string }) {
  const { t } = useTranslation();
  return (
    <RecordRow
      title={titleOf(encounter, t)}
      lines={[
        `${classOf(encounter, t)} · ${t('enc.codeIs', { code: codeOf(encounter) })}`,
        encounter.serviceProvider.name,
      ]}
      to={{ screen: 'encounter-details', params: { id: encounter.id, [LINKED]: linkedId } }}
    />
  );
}

function ReportLine({
  report: { id, name, effective, issued, performer, conclusion },
  linkedId,
}: {
  readonly report: Report;
  readonly linkedId: string;
}) {
  const { t } = useTranslation();
  return (
    <RecordRow
      title={name ?? t('report.untitled')}
      lines={[
        [formatDate(effective ?? issued), performer].filter((part) => part !== undefined).join(' · '),
        conclusion && `${t('report.conclusion')}: ${conclusion}`,
      ]}
      to={{ screen: 'report-details', params: { id, [LINKED]: linkedId } }}
    />
  );
}
