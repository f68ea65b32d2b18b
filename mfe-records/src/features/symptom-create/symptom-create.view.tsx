import { textsOf } from '@phr/module-kit/checked-form';
import { type Correcting, saveVersion } from '@phr/module-kit/correction';
import { EntryForm, type Fields, type SaveTools } from '@phr/module-kit/entry-form';
import { useHost, usePatient, useSettings } from '@phr/module-kit/host';
import { toZoned } from '@phr/time/zone';
import { RadioGroup } from '@phr/ui/radio-group';
import { SelectField } from '@phr/ui/select-field';
import { TextArea } from '@phr/ui/text-area';
import { TextField } from '@phr/ui/text-field';
import { useUi } from '@phr/ui/ui-text';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { ScreenProps } from '../../views/screen-props.ts';
import { Corrected } from '../form/corrected.view.tsx';
import { loaderOf } from '../form/loader-of.api.ts';
import { MomentFields, momentOf, storedMoment } from '../form/moment-fields.view.tsx';
import { saveOne } from '../form/save-one.api.ts';
import { SYMPTOMS } from '../health-reports/symptoms.model.ts';
import { UrgentCall } from '../health-reports/urgent-call.view.tsx';
import {
  checkSymptom,
  correctedSymptom,
  DEGREES,
  isUrgent,
  OTHER,
  readStoredSymptom,
  type StoredSymptom,
  type SymptomEntry,
  type SymptomForm,
  symptomFormOf,
  symptomOf,
} from './symptom.model.ts';

/** The list in which symptoms stand. */
const RESULTS = { screen: 'observations-list' } as const;

/** Writes down a symptom: what, how bad and since when; `?id=` corrects one. With a dangerous one the call for help comes first. */
export function SymptomCreateView({ level }: ScreenProps) {
  const { t } = useTranslation();
  const id = useSearchParams()[0].get('id');
  return id === null ? (
    <Writing level={level} />
  ) : (
    <Corrected type="Observation" id={id} load={loadSymptom} title={t('symptom.fix')} level={level} back={RESULTS}>
      {(correcting) => <Correction {...correcting} level={level} />}
    </Corrected>
  );
}

const loadSymptom = loaderOf('Observation', readStoredSymptom);

function Correction({ stored, reload, level }: Correcting<StoredSymptom> & ScreenProps) {
  const { t } = useTranslation();
  const { locale } = useUi();
  const { request } = useHost();
  const reader = usePatient().main;
  const opened = (one: StoredSymptom) => symptomFormOf(one, storedMoment(one.raw.effectiveDateTime, locale), reader);
  return (
    <EntryForm<SymptomForm, SymptomEntry>
      level={level}
      screen="symptom-create"
      title={t('symptom.fix')}
      of={stored.id}
      params={{ id: stored.id }}
      back={RESULTS}
      submitLabel={t('common.save')}
      success="toast.fixed"
      initial={() => opened(stored)}
      reload={async () => opened(await reload())}
      parse={textsOf}
      check={(form, { now, zone }) => checkSymptom(form, now, zone)}
      save={(entry, { patientId, zone, issued, idOf, queueOf }) => {
        const occasion = { patientId, zone, issued, formId: stored.id };
        return saveVersion(request, 'Observation', stored, correctedSymptom(entry, stored, occasion, reader), {
          idempotencyKey: idOf('correction'),
          queue: queueOf(t('fix.waiting', { what: t('symptom.what') }), toZoned(entry.at, zone), []),
        });
      }}
    >
      {(fields) => <SymptomFields {...fields} />}
    </EntryForm>
  );
}

function Writing({ level }: ScreenProps) {
  const { t } = useTranslation();
  const { locale } = useUi();
  const { request } = useHost();
  const { emergencyNumber } = useSettings();
  const save = (entry: SymptomEntry, { patientId, zone, issued, idOf, queueOf }: SaveTools) => {
    const formId = idOf('symptom');
    const name = typeof entry.what === 'string' ? entry.what : t(`sym.${entry.what.key}`);
    return saveOne(
      request,
      { formId, resource: symptomOf(entry, { patientId, zone, issued, formId }) },
      queueOf(`${t('symptom.what')}: ${name}`, issued),
    );
  };
  return (
    <EntryForm<SymptomForm, SymptomEntry>
      level={level}
      screen="symptom-create"
      back={RESULTS}
      submitLabel={t('common.save')}
      success="symptom.saved"
      initial={() => ({ symptom: '', words: '', severity: '', note: '', ...momentOf(Date.now(), locale) })}
      parse={textsOf}
      check={(form, { now, zone }) => checkSymptom(form, now, zone)}
      save={save}
      about={<p>{t('symptom.about', { number: emergencyNumber })}</p>}
    >
      {(fields) => <SymptomFields {...fields} />}
    </EntryForm>
  );
}

function SymptomFields(fields: Fields<SymptomForm>) {
  const { t } = useTranslation();
  const { form, change, idOf, errorOf } = fields;
  const set = (part: Partial<SymptomForm>) => change((before) => ({ ...before, ...part }));
  return (
    <>
      <SelectField
        id={idOf('symptom')}
        label={t('symptom.what')}
        required
        value={form.symptom}
        error={errorOf('symptom')}
        onChange={(symptom) => set({ symptom })}
        options={[
          ...SYMPTOMS.map(({ key }) => ({ value: key, label: t(`sym.${key}`) })),
          { value: OTHER, label: t('symptom.other') },
        ]}
      />
      {isUrgent(form) && <UrgentCall words="rep.urgent" />}
      {form.symptom === OTHER && (
        <TextField
          id={idOf('words')}
          label={t('symptom.words')}
          maxLength={200}
          value={form.words}
          error={errorOf('words')}
          onChange={(words) => set({ words })}
        />
      )}
      <RadioGroup
        id={idOf('severity')}
        label={t('symptom.severity')}
        arrangement="inline"
        value={form.severity}
        error={errorOf('severity')}
        onChange={(severity) => set({ severity })}
        options={DEGREES.map((value) => ({ value, label: t(`sym.severity.${value}`) }))}
      />
      <MomentFields fields={fields} dateLabel={t('symptom.date')} timeLabel={t('symptom.time')} />
      <TextArea
        id={idOf('note')}
        label={t('symptom.note')}
        optional
        value={form.note}
        error={errorOf('note')}
        onChange={(note) => set({ note })}
      />
    </>
  );
}
