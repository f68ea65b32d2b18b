import { goBack } from '@phr/module-kit/screens';
import type { Notice, QueueOptions } from '@phr/contract/host-api';
import { createEntry } from '@phr/fhir/builders';
import { formatDate } from '@phr/fhir/dates';
import { saveVersion } from '@phr/module-kit/correction';
import { EntryForm, type Fields } from '@phr/module-kit/entry-form';
import { useHost, usePatient, useSettings } from '@phr/module-kit/host';
import { ageInYears } from '@phr/time/age';
import { toZoned } from '@phr/time/zone';
import { Checkbox } from '@phr/ui/checkbox';
import { FieldGroup } from '@phr/ui/field-group';
import { NumberField } from '@phr/ui/number-field';
import { riskWords } from '@phr/ui/risk-words';
import { TextArea } from '@phr/ui/text-area';
import { useUi, useUiText } from '@phr/ui/ui-text';
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { ScreenProps } from '../../views/screen-props.ts';
import { EncounterFacts } from '../encounters/encounter-facts.view.tsx';
import { loaderOf } from '../form/loader-of.api.ts';
import { MomentFields, momentOf, storedMoment } from '../form/moment-fields.view.tsx';
import { sendTogether } from '../form/save.api.ts';
import { type AssessmentNews, assessmentNews } from './assessment-news.model.ts';
import { askAssessment, type AssessmentAsked } from './assessment.api.ts';
import {
  checkF0h,
  correctedF0h,
  emptyF0h,
  F0H_SYMPTOMS,
  f0hFormOf,
  f0hObservations,
  isSevere,
  positivesOf,
  type F0hEntry,
  type F0hForm,
  readDraft,
  withSymptom,
} from './f0h-report.model.ts';
import { useJudgingNow } from '../reports/judging.api.ts';
import { urgentNotices } from './urgent-notices.model.ts';
import { READING_FIELDS, UNITS } from './report-readings.model.ts';
import { CorrectionForm, type CorrectingProps, ReportScreen, useReportedEncounter } from './report-screen.view.tsx';
import { reportReader, type StoredReport } from './stored-report.entity.ts';
import { BASIC, CRITICAL, type Symptom } from './symptoms.model.ts';
import { UrgentCall } from './urgent-call.view.tsx';

/**
 * Report of a COVID-19 patient at home: readings and symptoms. With `?encounterId=` it is assessed after saving (D-67);
 * `?id=` corrects the symptoms of a sent one.
 */
export function F0hHealthReportView({ level }: ScreenProps) {
  return <ReportScreen level={level} load={loadSymptoms} Reporting={Reporting} Correcting={Correcting} />;
}

const loadSymptoms = loaderOf('Observation', reportReader(F0H_SYMPTOMS));

/** Symptoms and note of a sent report; its readings are corrected in their own forms. */
function Correcting({ stored, reload, level }: CorrectingProps) {
  const { t } = useTranslation();
  const { locale } = useUi();
  const { request } = useHost();
  const reader = usePatient().main;
  const opened = (one: StoredReport) => f0hFormOf(one, storedMoment(one.raw.effectiveDateTime, locale), reader);
  return (
    <CorrectionForm<F0hForm, F0hEntry>
      screen="f0h-health-report"
      stored={stored}
      level={level}
      initial={() => opened(stored)}
      reload={async () => opened(await reload())}
      parse={readDraft}
      check={(form, { now, zone }) => checkF0h(form, now, zone, locale)}
      save={(entry, { patientId, zone, issued, idOf, queueOf }) => {
        const effective = toZoned(entry.at, zone);
        const title = t('rep.symptoms');
        const occasion = { patientId, effective, issued, formId: stored.id };
        return saveVersion(request, 'Observation', stored, correctedF0h(entry, stored, occasion, { title, reader }), {
          idempotencyKey: idOf('correction'),
          queue: queueOf(t('fix.waiting', { what: title }), effective, []),
        });
      }}
      about={<p>{t('rep.fix.help')}</p>}
    >
      {(fields) => <F0hFields fields={fields} hasReadings={false} />}
    </CorrectionForm>
  );
}

function Reporting({ level }: ScreenProps) {
  const { t } = useTranslation();
  const { locale } = useUi();
  const { request, navigation, notify } = useHost();
  const { emergencyNumber } = useSettings();
  const text = useUiText();
  const { birthDate, name: person = '' } = usePatient().viewed ?? {};
  const judging = useJudgingNow();
  const queries = useQueryClient();
  const { encounterId, place } = useReportedEncounter();
  const asked = useRef<{
    readonly assessment: AssessmentAsked;
    readonly key: string;
    readonly queue: QueueOptions & AssessmentNews;
    readonly isUrgent: boolean;
  }>(undefined);

  const pressing = useRef<readonly Notice[]>([]);

  async function assess(isWaiting: boolean) {
    if (asked.current === undefined) return;
    const { assessment, key, queue, isUrgent } = asked.current;
    const tellUnassessed = (type: Notice['type'], title: string, help: string) =>
      notify.show(
        isUrgent
          ? { type: 'error', title: t('rep.urgent', { number: emergencyNumber }), description: title }
          : { type, title, description: t(help, { number: emergencyNumber }) },
      );
    if (!isWaiting) notify.show({ type: 'success', title: t('toast.riskInProgress') });
    try {
      const { level: risk, isWaiting: isKept } = await askAssessment(request, assessment, key, queue);
      if (isKept) return tellUnassessed('info', t('rep.assessLater'), 'rep.assessLater.help');
      notify.show(risk === undefined ? queue.told : queue.toldBy.notices[risk]);
    } catch {
      // The report is saved all the same (D-67).
      return tellUnassessed('warning', t('rep.notAssessed'), 'rep.notAssessed.help');
    }
    void queries.invalidateQueries();
  }

  return (
    <EntryForm<F0hForm, F0hEntry>
      screen="f0h-health-report"
      {...place}
      level={level}
      success="toast.resultSaved"
      submitLabel={t('rep.send')}
      initial={() => emptyF0h(momentOf(Date.now(), locale))}
      parse={readDraft}
      check={(form, { now, zone }) => checkF0h(form, now, zone, locale)}
      save={async (entry, { patientId, zone, today, issued, idOf, queueOf }) => {
        const effective = toZoned(entry.at, zone);
        const created = f0hObservations(
          entry,
          {
            patientId,
            effective,
            issued,
            idOf,
            birthDate,
            goals: judging.goals,
            ...(encounterId === undefined ? {} : { encounterId }),
          },
          t('rep.symptoms'),
        );
        const now = { ...judging, now: Date.now() };
        pressing.current = urgentNotices(created, now, { patientId, emergencyNumber, locale, t });
        const report = created[0]?.formId ?? idOf('report');
        if (encounterId !== undefined)
          asked.current = {
            key: idOf('assessment'),
            assessment: { encounterId, patientId, birthDate, observations: created.map(({ resource }) => resource) },
            isUrgent: isSevere(entry, ageInYears(birthDate, today)),
            queue: {
              patientId,
              title: t('rep.assessmentOf'),
              at: effective,
              after: report,
              publish: { topic: 'encounter.changed', event: { patientId } },
              ...assessmentNews(
                { patientId, encounterId, person, at: formatDate(effective) ?? effective, emergencyNumber },
                t,
                (risk) => riskWords(risk, text),
              ),
            },
          };
        return sendTogether(
          request,
          created.map(({ formId, resource }) => createEntry(resource, formId)),
          report,
          queueOf(t('screen.f0h-health-report'), effective, []),
        );
      }}
      onSaved={(_entry, { isWaiting }) => {
        goBack(navigation, place.back);
        for (const one of pressing.current) notify.show(one);
        void assess(isWaiting);
      }}
      about={
        <>
          {encounterId !== undefined && <EncounterFacts id={encounterId} level={level + 1} />}
          <p>{t('rep.help')}</p>
        </>
      }
    >
      {(fields) => <F0hFields fields={fields} />}
    </EntryForm>
  );
}

interface F0hFieldsProps {
  readonly fields: Fields<F0hForm>;
  /** Whether to ask for readings. */
  readonly hasReadings?: boolean;
}

function F0hFields({ fields, hasReadings = true }: F0hFieldsProps) {
  const { t } = useTranslation();
  const { form, change, idOf, errorOf } = fields;
  const set = (part: Partial<F0hForm>) => change((before) => ({ ...before, ...part }));
  const symptom = ({ key }: Symptom) => (
    <Checkbox
      key={key}
      label={t(`sym.${key}`)}
      checked={form.symptoms.includes(key)}
      onChange={(isThere) => change((before) => ({ ...before, ...withSymptom(before, key, isThere) }))}
    />
  );
  return (
    <>
      <FieldGroup title={t('sym.criticalTitle')}>{CRITICAL.map(symptom)}</FieldGroup>
      {positivesOf(form, CRITICAL).length > 0 && <UrgentCall words="rep.urgent" />}
      <FieldGroup title={t('sym.basicTitle')}>{BASIC.map(symptom)}</FieldGroup>
      {hasReadings && (
        <FieldGroup title={t('rep.readings')}>
          {READING_FIELDS.map((field) => (
            <NumberField
              key={field}
              id={idOf(field)}
              label={t(`rep.${field}`)}
              optional
              unit={t(`unit.${UNITS[field].key}`)}
              value={form[field]}
              error={errorOf(field)}
              onChange={(value) => set({ [field]: value })}
            />
          ))}
        </FieldGroup>
      )}
      <TextArea
        id={idOf('note')}
        label={t('common.note')}
        optional
        value={form.note}
        error={errorOf('note')}
        onChange={(note) => set({ note })}
      />
      <MomentFields fields={fields} dateLabel={t('common.date')} timeLabel={t('common.time')} />
    </>
  );
}
