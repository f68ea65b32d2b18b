import { formatDate } from '@phr/fhir/dates';
import { RecordRow } from '@phr/module-kit/record-row';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { Encounter } from '../encounters/encounter.entity.ts';
import { statusOf } from '../described/described.model.ts';
import { rowLinks } from '../described/row-links.view.tsx';
import { ReportRow } from '../reports/report-row.view.tsx';
import { diagnosesOf, labelOfUse } from './diagnosis-use.model.ts';
import { EncounterSection } from './encounter-section.view.tsx';
import { useReports } from '../reports/reports.api.ts';
import { serviceBadge } from '../service-request/service.words.ts';
import { useDiagnoses, useMedications, usePictures, useServices, useStudies } from './sections.api.ts';
import { hostOf } from './sections.entity.ts';

// An encounter's sections, in page order.

interface SectionProps {
  readonly encounter: Encounter;
  readonly level: number;
}

export function DiagnosisSection({ encounter, level }: SectionProps) {
  const { t } = useTranslation();
  const list = useDiagnoses(encounter.id);
  const merged = { ...list, ...diagnosesOf(encounter, list) };
  return (
    <EncounterSection name="diagnosis" list={merged} level={level} open>
      {({ name, code, note, use, ...stated }) => (
        <RecordRow
          badge={statusOf(stated)}
          title={[name ?? t('enc.noName'), code === undefined ? undefined : `(${code})`]
            .filter((part) => part !== undefined)
            .join(' ')}
          lines={[labelOfUse(use, t), note]}
        />
      )}
    </EncounterSection>
  );
}

export function MedicationsSection({ encounter, level }: SectionProps) {
  const { t } = useTranslation();
  const list = useMedications(encounter.id);
  // stopped or used-up medicines are not current
  const current = list.rows.filter(({ isCurrent }) => isCurrent).length;
  const past = list.rows.length - current;
  return (
    <EncounterSection
      name="medications"
      list={list}
      level={level}
      count={list.hasMore ? undefined : current}
      note={past === 0 || list.hasMore ? undefined : t('enc.medicationsPast', { n: past })}
    >
      {({ name, dosage, quantity, route, requester, nationalCode, authoredOn, isForbidden, incomplete, ...stated }) => (
        <RecordRow
          {...rowLinks(incomplete, undefined)}
          title={name ?? t('enc.noName')}
          badge={isForbidden ? { words: t('enc.forbidden'), tone: 'danger' } : statusOf(stated)}
          lines={[
            isForbidden && dosage ? `${t('enc.forbidden')}: ${dosage}` : (dosage ?? t('enc.dosageNone')),
            quantity && t('enc.amount', { amount: quantity }),
            route && t('enc.routeIs', { route }),
            dated(t, 'enc.authored', authoredOn),
            requester && t('enc.orderedBy', { name: requester }),
            nationalCode && t('enc.prescriptionIs', { code: nationalCode }),
          ]}
        />
      )}
    </EncounterSection>
  );
}

export function ServicesSection({ encounter, level }: SectionProps) {
  const { t } = useTranslation();
  return (
    <EncounterSection name="services" list={useServices(encounter.id)} level={level}>
      {({ id, name, quantity, occurrence, authoredOn, instruction, requester, performer, ...stated }) => (
        <RecordRow
          title={name ?? t('enc.noName')}
          badge={serviceBadge(stated, t)}
          to={{ screen: 'service-request-detail', params: { id } }}
          lines={[
            quantity && t('enc.amount', { amount: quantity }),
            dated(t, 'enc.performed', occurrence),
            dated(t, 'enc.ordered', authoredOn),
            requester && t('enc.orderedBy', { name: requester }),
            performer && t('enc.performedBy', { name: performer }),
            instruction,
          ]}
        />
      )}
    </EncounterSection>
  );
}

export function ReportsSection({ encounter, level }: SectionProps) {
  return (
    <EncounterSection name="reports" list={useReports(encounter.id)} level={level}>
      {(report) => <ReportRow report={report} />}
    </EncounterSection>
  );
}

export function ImagingStudiesSection({ encounter, level }: SectionProps) {
  const { t } = useTranslation();
  return (
    <EncounterSection name="imagingStudies" list={useStudies(encounter.id)} level={level}>
      {({ description, started, images, endpoint, ...stated }) => (
        <RecordRow
          badge={statusOf(stated)}
          title={description ?? t('enc.noName')}
          lines={[
            formatDate(started),
            images === undefined ? undefined : t('enc.imageCount', { count: images }),
            // a DICOMweb server is for programs; its name tells a doctor which system to ask
            endpoint === undefined ? undefined : t('enc.imagesAt', { host: hostOf(endpoint) }),
          ]}
        />
      )}
    </EncounterSection>
  );
}

export function MediasSection({ encounter, level }: SectionProps) {
  const { t } = useTranslation();
  return (
    <EncounterSection name="medias" list={usePictures(encounter.id)} level={level}>
      {({ title, createdAt, ...stated }) => (
        <RecordRow badge={statusOf(stated)} title={title ?? t('enc.noName')} lines={[formatDate(createdAt)]} />
      )}
    </EncounterSection>
  );
}

function dated(t: TFunction, key: string, date: string | undefined): string | undefined {
  const words = formatDate(date);
  return words === undefined ? undefined : t(key, { date: words });
}
