import type { ScreenPlace } from '@phr/contract/screens';
import { textsOf } from '@phr/module-kit/checked-form';
import { type Correcting, saveVersion } from '@phr/module-kit/correction';
import { EntryForm, type EntryFormProps, type Fields } from '@phr/module-kit/entry-form';
import { useHost, usePatient, useSettings } from '@phr/module-kit/host';
import { replaceScreen } from '@phr/module-kit/screens';
import { ChoiceField } from '@phr/ui/choice-field';
import { RadioGroup } from '@phr/ui/radio-group';
import type { Option } from '@phr/ui/select-field';
import { TextArea } from '@phr/ui/text-area';
import { TextField } from '@phr/ui/text-field';
import { useUi } from '@phr/ui/ui-text';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { ScreenProps } from '../../views/screen-props.ts';
import { Corrected } from '../form/corrected.view.tsx';
import { MomentFields, momentOf, storedMoment } from '../form/moment-fields.view.tsx';
import { saveOne } from '../form/save-one.api.ts';
import { COMMON, type Symptom, SYMPTOMS } from '../health-reports/symptoms.model.ts';
import { UrgentCall } from '../health-reports/urgent-call.view.tsx';
import type { StoredSymptom } from './stored-symptom.entity.ts';
import { loadSymptom } from './symptom.api.ts';
import {
  checkSymptom,
  correctedSymptom,
  DEGREES,
  formOf,
  isUrgent,
  OTHER,
  type SymptomEntry,
  type SymptomForm,
  symptomOf,
} from './symptom.model.ts';

const LIST: ScreenPlace = { screen: 'conditions', params: { show: 'symptoms' } };

/**
 * Records a symptom, its severity and its onset; `?id=` corrects one. A dangerous symptom shows the emergency number
 * first.
 */
export function SymptomCreateView({ level }: ScreenProps) {
  const { t } = useTranslation();
  const id = useSearchParams()[0].get('id');
  if (id === null) return <Writing level={level} />;
  return (
    <Corrected type="Observation" id={id} load={loadSymptom} title={t('symptom.fix')} level={level} back={LIST}>
      {(correcting) => <Correct {...correcting} level={level} />}
    </Corrected>
  );
}

const useNameOf = () => {
  const { t } = useTranslation();
  return ({ what }: SymptomEntry) => (typeof what === 'string' ? what : t(`sym.${what.key}`));
};

function Writing({ level }: ScreenProps) {
  const { t } = useTranslation();
  const { locale } = useUi();
  const { request } = useHost();
  const nameOf = useNameOf();
  return (
    <FormOf
      level={level}
      success="symptom.saved"
      initial={() => ({ symptom: '', words: '', severity: '', note: '', ...momentOf(Date.now(), locale) })}
      save={(entry, { patientId, zone, issued, idOf, queueOf }) => {
        const formId = idOf('symptom');
        const resource = symptomOf(entry, { patientId, zone, issued, formId });
        return saveOne(request, { formId, resource }, queueOf(`${t('symptom.what')}: ${nameOf(entry)}`, issued));
      }}
    />
  );
}

function Correct({ stored, reload, level }: Correcting<StoredSymptom> & ScreenProps) {
  const { t } = useTranslation();
  const { locale } = useUi();
  const { request } = useHost();
  const reader = usePatient().main;
  const nameOf = useNameOf();
  const opened = (one: StoredSymptom) => formOf(one, storedMoment(one.began, locale), reader);
  return (
    <FormOf
      level={level}
      title={t('symptom.fix')}
      of={stored.id}
      params={{ id: stored.id }}
      success="toast.fixed"
      initial={() => opened(stored)}
      reload={async () => opened(await reload())}
      save={(entry, { patientId, zone, issued, idOf, queueOf }) => {
        const key = idOf('correction');
        const resource = correctedSymptom(entry, stored, { patientId, zone, issued, formId: key }, reader);
        return saveVersion(request, 'Observation', stored, resource, {
          idempotencyKey: key,
          queue: queueOf(t('fix.waiting', { what: nameOf(entry) }), issued),
        });
      }}
    />
  );
}

type FormOfProps = Pick<
  EntryFormProps<SymptomForm, SymptomEntry>,
  'level' | 'title' | 'of' | 'params' | 'success' | 'initial' | 'reload' | 'save'
>;

/** Saving leads to the list of symptoms. */
function FormOf(form: FormOfProps) {
  const { t } = useTranslation();
  const { navigation } = useHost();
  const { emergencyNumber } = useSettings();
  return (
    <EntryForm<SymptomForm, SymptomEntry>
      {...form}
      screen="symptom-create"
      back={LIST}
      submitLabel={t('common.save')}
      parse={textsOf}
      check={(values, { now, zone }) => checkSymptom(values, now, zone)}
      onSaved={() => replaceScreen(navigation, LIST)}
      about={<p>{t('symptom.about', { number: emergencyNumber })}</p>}
    >
      {(fields) => <SymptomFields {...fields} />}
    </EntryForm>
  );
}

/** Symptoms by name: common ones first, then the rest in alphabetical order, free text last. */
function useOptions(): readonly Option[] {
  const { t } = useTranslation();
  const { locale } = useUi();
  const named = ({ key }: Symptom): Option => ({ value: key, label: t(`sym.${key}`) });
  const others = SYMPTOMS.filter((one) => !COMMON.includes(one)).map(named);
  return [
    ...COMMON.map(named),
    ...others.toSorted((a, b) => a.label.localeCompare(b.label, locale)),
    { value: OTHER, label: t('symptom.other') },
  ];
}

function SymptomFields(fields: Fields<SymptomForm>) {
  const { t } = useTranslation();
  const options = useOptions();
  const { form, change, idOf, errorOf } = fields;
  const set = (part: Partial<SymptomForm>) => change((before) => ({ ...before, ...part }));
  return (
    <>
      <ChoiceField
        search
        id={idOf('symptom')}
        label={t('symptom.what')}
        hint={t('symptom.what.hint')}
        value={form.symptom}
        error={errorOf('symptom')}
        onChange={(symptom) => set({ symptom })}
        options={options}
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
