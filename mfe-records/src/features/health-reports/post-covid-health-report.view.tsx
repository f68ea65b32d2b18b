import { createEntry } from '@phr/fhir/builders';
import { saveVersion } from '@phr/module-kit/correction';
import { EntryForm, type Fields } from '@phr/module-kit/entry-form';
import { useHost, usePatient } from '@phr/module-kit/host';
import { dayOf, deviceZone, toZoned } from '@phr/time/zone';
import { DatePickerField } from '@phr/ui/date-picker-field';
import { FieldGroup } from '@phr/ui/field-group';
import { SelectField } from '@phr/ui/select-field';
import { TextArea } from '@phr/ui/text-area';
import { TextField } from '@phr/ui/text-field';
import { formatDate } from '@phr/ui/format';
import { useUi } from '@phr/ui/ui-text';
import { useDay } from '@phr/ui/use-now';
import { useTranslation } from 'react-i18next';
import type { ScreenProps } from '../../views/screen-props.ts';
import { EncounterFacts } from '../encounters/encounter-facts.view.tsx';
import { loaderOf } from '../form/loader-of.api.ts';
import { MomentFields, momentOf, storedMoment } from '../form/moment-fields.view.tsx';
import { sendTogether } from '../form/save.api.ts';
import { LAB_TESTS } from '../lab/lab-tests.model.ts';
import { DatedEntries, type WhatField } from './dated-entries.view.tsx';
import {
  checkPostCovid,
  correctedPostCovid,
  emptyPostCovid,
  postCovidFormOf,
  postCovidObservation,
  POST_COVID_REPORT,
  storedPostCovid,
  type PostCovidEntry,
  type PostCovidForm,
  type SymptomState,
  UNANSWERED,
} from './post-covid-report.model.ts';
import { CorrectionForm, type CorrectingProps, ReportScreen, useReportedEncounter } from './report-screen.view.tsx';
import { reportReader, type StoredReport } from './stored-report.entity.ts';
import { SymptomFields } from './symptom-fields.view.tsx';
import { POST_COVID } from './symptoms.model.ts';

/** Report of complaints after COVID-19 over a period; `?id=` corrects a sent one. */
export function PostCovidHealthReportView({ level }: ScreenProps) {
  return <ReportScreen level={level} load={loadReport} Reporting={Reporting} Correcting={Correcting} />;
}

const loadReport = loaderOf('Observation', reportReader(POST_COVID_REPORT));

function Correcting({ stored, reload, level }: CorrectingProps) {
  const { t } = useTranslation();
  const { locale } = useUi();
  const { request } = useHost();
  const reader = usePatient().main;
  const opened = (one: StoredReport) =>
    storedPostCovid(one, storedMoment(one.raw.effectivePeriod?.end, locale), reader, (day) => formatDate(day, locale));
  return (
    <CorrectionForm<PostCovidForm, PostCovidEntry>
      screen="post-covid-19-health-report"
      stored={stored}
      level={level}
      initial={() => opened(stored)}
      reload={async () => opened(await reload())}
      parse={postCovidFormOf}
      check={(form, time) => checkPostCovid(form, time.now, time.zone, time.today)}
      save={(entry, { patientId, zone, issued, idOf, queueOf }) => {
        const title = t('screen.post-covid-19-health-report');
        const occasion = { patientId, zone, issued, title, testName: (key: string) => t(`lab.test.${key}`) };
        return saveVersion(request, 'Observation', stored, correctedPostCovid(entry, stored, occasion, reader), {
          idempotencyKey: idOf('correction'),
          queue: queueOf(t('fix.waiting', { what: title }), toZoned(entry.at, zone), []),
        });
      }}
    >
      {(fields) => <ReportFields fields={fields} />}
    </CorrectionForm>
  );
}

function Reporting({ level }: ScreenProps) {
  const { t } = useTranslation();
  const { locale } = useUi();
  const { request } = useHost();
  const { encounterId, place } = useReportedEncounter();
  return (
    <EntryForm<PostCovidForm, PostCovidEntry>
      screen="post-covid-19-health-report"
      {...place}
      level={level}
      success="toast.resultSaved"
      submitLabel={t('rep.send')}
      initial={() => emptyPostCovid(momentOf(Date.now(), locale))}
      parse={postCovidFormOf}
      check={(form, time) => checkPostCovid(form, time.now, time.zone, time.today)}
      save={(entry, { patientId, zone, issued, idOf, queueOf }) => {
        const { formId, resource } = postCovidObservation(entry, {
          patientId,
          encounterId,
          zone,
          issued,
          formId: idOf('report'),
          title: t('screen.post-covid-19-health-report'),
          testName: (key) => t(`lab.test.${key}`),
        });
        return sendTogether(
          request,
          [createEntry(resource, formId)],
          formId,
          queueOf(t('screen.post-covid-19-health-report'), toZoned(entry.at, zone), []),
        );
      }}
      about={
        <>
          {encounterId !== undefined && <EncounterFacts id={encounterId} level={level + 1} />}
          <p>{t('rep.helpPost')}</p>
        </>
      }
    >
      {(fields) => <ReportFields fields={fields} />}
    </EntryForm>
  );
}

/** What of a report is asked for with its day, and the text keys of each. */
const DATED = [
  {
    name: 'tests',
    title: 'rep.positiveTest',
    add: 'sym.addPositiveTest',
    date: 'sym.positiveDate',
    What: TestField,
  },
  { name: 'vaccines', title: 'rep.vaccine', add: 'sym.addVaccine', date: 'imm.date', What: VaccineField },
] as const;

function TestField(field: WhatField) {
  const { t } = useTranslation();
  const options = LAB_TESTS.map(({ key }) => ({ value: key, label: t(`lab.test.${key}`) }));
  return <SelectField {...field} label={t('lab.type')} options={options} />;
}

function VaccineField(field: WhatField) {
  const { t } = useTranslation();
  return <TextField {...field} label={t('imm.vaccine')} maxLength={200} />;
}

function ReportFields({ fields }: { readonly fields: Fields<PostCovidForm> }) {
  const { t } = useTranslation();
  const today = dayOf(useDay(), deviceZone());
  const { form, change, idOf, errorOf } = fields;
  const setSymptom = (key: string, state: SymptomState) =>
    change((before) => ({ ...before, symptoms: { ...before.symptoms, [key]: state } }));
  return (
    <>
      <DatePickerField
        id={idOf('startDate')}
        label={t('sym.startDate')}
        max={today}
        value={form.startDate}
        error={errorOf('startDate')}
        onChange={(startDate) => change((before) => ({ ...before, startDate }))}
      />
      <MomentFields fields={fields} dateLabel={t('rep.until')} timeLabel={t('common.time')} />
      <FieldGroup title={t('sym.postTitle')}>
        {POST_COVID.map(({ key }) => (
          <SymptomFields
            key={key}
            symptom={key}
            state={form.symptoms[key] ?? UNANSWERED}
            id={idOf(`symptoms.${key}`)}
            error={errorOf(`symptoms.${key}`)}
            onChange={(state) => setSymptom(key, state)}
          />
        ))}
      </FieldGroup>
      {DATED.map(({ name, title, add, date, What }) => (
        <DatedEntries
          key={name}
          name={name}
          title={t(title)}
          addLabel={t(add)}
          dateLabel={t(date)}
          entries={form[name]}
          idOf={idOf}
          errorOf={errorOf}
          onChange={(entries) => change((before) => ({ ...before, [name]: entries }))}
          what={(field) => <What {...field} />}
        />
      ))}
      <TextArea
        id={idOf('note')}
        label={t('common.note')}
        optional
        value={form.note}
        error={errorOf('note')}
        onChange={(note) => change((before) => ({ ...before, note }))}
      />
    </>
  );
}
