import { createEntry } from '@phr/fhir/builders';
import { EntryForm } from '@phr/module-kit/entry-form';
import { useHost } from '@phr/module-kit/host';
import { dayOf, deviceZone, toZoned } from '@phr/time/zone';
import { DatePickerField } from '@phr/ui/date-picker-field';
import { FieldGroup } from '@phr/ui/field-group';
import { SelectField } from '@phr/ui/select-field';
import { TextArea } from '@phr/ui/text-area';
import { TextField } from '@phr/ui/text-field';
import { useUi } from '@phr/ui/ui-text';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { ScreenProps } from '../../views/screen-props.ts';
import { EncounterFacts } from '../encounters/encounter-facts.view.tsx';
import { MomentFields, momentOf } from '../form/moment-fields.view.tsx';
import { sendTogether } from '../form/save.api.ts';
import { LAB_TESTS } from '../lab/lab-tests.model.ts';
import { DatedEntries } from './dated-entries.view.tsx';
import {
  checkPostCovid,
  emptyPostCovid,
  postCovidFormOf,
  postCovidObservation,
  type PostCovidEntry,
  type PostCovidForm,
  type SymptomState,
  UNSAID,
} from './post-covid-report.model.ts';
import { SymptomFields } from './symptom-fields.view.tsx';
import { POST_COVID } from './symptoms.model.ts';

/** Report of complaints after COVID-19, over a period. */
export function PostCovidHealthReportView({ level }: ScreenProps) {
  const { t } = useTranslation();
  const { locale } = useUi();
  const { request } = useHost();
  const [search] = useSearchParams();
  const [today] = useState(() => dayOf(Date.now(), deviceZone()));
  const encounterId = search.get('encounterId') ?? undefined;
  return (
    <EntryForm<PostCovidForm, PostCovidEntry>
      screen="post-covid-19-health-report"
      {...(encounterId !== undefined && { of: encounterId })}
      params={encounterId === undefined ? {} : { encounterId }}
      level={level}
      back={
        encounterId === undefined
          ? { screen: 'encounters' }
          : { screen: 'encounter-details', params: { id: encounterId } }
      }
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
      {(fields) => {
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
                  state={form.symptoms[key] ?? UNSAID}
                  id={idOf(`symptoms.${key}`)}
                  error={errorOf(`symptoms.${key}`)}
                  onChange={(state) => setSymptom(key, state)}
                />
              ))}
            </FieldGroup>
            <DatedEntries
              name="tests"
              title={t('rep.positiveTest')}
              addLabel={t('sym.addPositiveTest')}
              dateLabel={t('sym.positiveDate')}
              entries={form.tests}
              idOf={idOf}
              errorOf={errorOf}
              onChange={(tests) => change((before) => ({ ...before, tests }))}
              what={(field) => (
                <SelectField
                  {...field}
                  label={t('lab.type')}
                  options={LAB_TESTS.map((test) => ({ value: test.key, label: t(`lab.test.${test.key}`) }))}
                />
              )}
            />
            <DatedEntries
              name="vaccines"
              title={t('rep.vaccine')}
              addLabel={t('sym.addVaccine')}
              dateLabel={t('imm.date')}
              entries={form.vaccines}
              idOf={idOf}
              errorOf={errorOf}
              onChange={(vaccines) => change((before) => ({ ...before, vaccines }))}
              what={(field) => <TextField {...field} label={t('imm.vaccine')} maxLength={200} />}
            />
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
      }}
    </EntryForm>
  );
}
