import type { Correcting } from '@phr/module-kit/correction';
import { EntryForm, type EntryFormProps, type Fields, type SaveTools } from '@phr/module-kit/entry-form';
import { useHost, usePatient } from '@phr/module-kit/host';
import { DatePickerField } from '@phr/ui/date-picker-field';
import { RadioGroup } from '@phr/ui/radio-group';
import { TextArea } from '@phr/ui/text-area';
import { useUi } from '@phr/ui/ui-text';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { ScreenProps } from '../../views/screen-props.ts';
import { AttachmentsField } from '../attachments/attachments-field.view.tsx';
import { useOnUploaded } from '../attachments/use-on-uploaded.ts';
import { useUploads, type Uploads } from '../attachments/use-uploads.ts';
import { ConceptField } from '../concepts/concept-field.view.tsx';
import { Corrected } from '../form/corrected.view.tsx';
import { ProviderField } from '../organizations/provider-field.view.tsx';
import { correctEncounter, createEncounter, loadTreatment } from './encounter-create.api.ts';
import type { StoredTreatment } from './stored-treatment.entity.ts';
import {
  checkEncounter,
  CLASSES,
  EMPTY,
  encounterDraft,
  formOf,
  isOneDay,
  type EncounterForm,
} from './new-encounter.model.ts';
import type { NewEncounter } from './new-encounter.entity.ts';

/**
 * Records a treatment: place, reason, dates, documents; `?id=` corrects the person's own. Returns to where it was
 * opened (NAV-13).
 */
export function EncounterCreateView({ level }: ScreenProps) {
  const { t } = useTranslation();
  const id = useSearchParams()[0].get('id');
  // Files belong to one person, as the form does.
  const key = usePatient().viewed?.id;
  if (id === null) return <CreateForm key={key} level={level} />;
  return (
    <Corrected
      key={key}
      type="Encounter"
      id={id}
      load={loadTreatment}
      title={t('enc.fix')}
      level={level}
      back={{ screen: 'encounter-details', params: { id } }}
    >
      {(correcting) => <CorrectForm {...correcting} level={level} />}
    </Corrected>
  );
}

function CreateForm({ level }: ScreenProps) {
  const { t } = useTranslation();
  const { request } = useHost();
  const save = (entry: NewEncounter, { patientId, issued, idOf, queueOf }: SaveTools) =>
    createEncounter(request, patientId, entry, {
      idempotencyKey: idOf('encounter'),
      queue: {
        ...queueOf(t('enc.waiting', { diagnosis: entry.diagnosis.display, hospital: entry.hospital.name }), issued),
        publish: { topic: 'encounter.changed', event: { patientId } },
      },
    });
  return (
    <TreatmentForm
      level={level}
      back={{ screen: 'encounters' }}
      success="toast.treatmentSaved"
      initial={() => EMPTY}
      save={save}
    />
  );
}

function CorrectForm({ stored, reload, level }: Correcting<StoredTreatment> & ScreenProps) {
  const { t } = useTranslation();
  const { locale } = useUi();
  const { request } = useHost();
  const save = (entry: NewEncounter, { patientId, issued, idOf, queueOf }: SaveTools) => {
    const what = t('enc.waiting', { diagnosis: entry.diagnosis.display, hospital: entry.hospital.name });
    return correctEncounter(request, patientId, stored, entry, {
      idempotencyKey: idOf('correction'),
      queue: {
        ...queueOf(t('fix.waiting', { what }), issued),
        publish: { topic: 'encounter.changed', event: { patientId } },
      },
    });
  };
  return (
    <TreatmentForm
      title={t('enc.fix')}
      of={stored.id}
      params={{ id: stored.id }}
      level={level}
      back={{ screen: 'encounter-details', params: { id: stored.id } }}
      success="toast.fixed"
      initial={() => formOf(stored, locale)}
      reload={async () => formOf(await reload(), locale)}
      save={save}
    />
  );
}

type TreatmentFormProps = Pick<
  EntryFormProps<EncounterForm, NewEncounter>,
  'level' | 'title' | 'of' | 'params' | 'back' | 'success' | 'initial' | 'reload' | 'save'
>;

function TreatmentForm(form: TreatmentFormProps) {
  const { t } = useTranslation();
  const uploads = useUploads('encounters');
  return (
    <EntryForm<EncounterForm, NewEncounter>
      {...form}
      screen="encounter-create"
      submitLabel={t('common.save')}
      parse={encounterDraft}
      check={(values) => checkEncounter(values, uploads)}
    >
      {(fields) => <EncounterFields {...fields} uploads={uploads} />}
    </EntryForm>
  );
}

interface EncounterFieldsProps extends Fields<EncounterForm> {
  readonly uploads: Uploads;
}

/** A file that has arrived is one of the form's. */
function useAttached(uploads: Uploads, change: EncounterFieldsProps['change']): void {
  useOnUploaded(
    uploads,
    useCallback((file) => change((before) => ({ ...before, attachments: [...before.attachments, file] })), [change]),
  );
}

function EncounterFields({ form, change, idOf, errorOf, uploads }: EncounterFieldsProps) {
  const { t } = useTranslation();
  const set = (part: Partial<EncounterForm>) => change((before) => ({ ...before, ...part }));
  useAttached(uploads, change);
  return (
    <>
      <RadioGroup
        id={idOf('classCode')}
        label={t('enc.type')}
        arrangement="inline"
        value={form.classCode}
        onChange={(classCode) => set({ classCode })}
        options={CLASSES.map((value) => ({ value, label: t(`enc.class.${value}`) }))}
      />
      <ProviderField
        controlId={idOf('hospital')}
        label={t('enc.hospital')}
        hint={t('enc.hospital.hint')}
        error={errorOf('hospital')}
        name={form.hospital}
        id={form.hospitalId}
        onChange={({ name, id }) => set({ hospital: name, hospitalId: id })}
      />
      <ConceptField
        catalogue="condition"
        showsCodes
        id={idOf('diagnosis')}
        label={t('enc.diagnosis')}
        hint={t('cond.chooseOrType')}
        error={errorOf('diagnosis')}
        value={{ words: form.diagnosis, token: form.diagnosisToken }}
        onChange={({ words, token }) => set({ diagnosis: words, diagnosisToken: token })}
      />
      <PeriodFields form={form} set={set} idOf={idOf} errorOf={errorOf} />
      <AttachmentsField
        id={idOf('attachments')}
        label={t('enc.attachments')}
        hint={t('enc.attachments.hint')}
        optional
        error={errorOf('attachments')}
        uploads={uploads}
        stored={form.attachments}
        onRemove={(path) =>
          change((before) => ({
            ...before,
            attachments: before.attachments.filter((file) => file.path !== path),
            removed: [...before.removed, path],
          }))
        }
        onRename={(path, name) =>
          change((before) => ({
            ...before,
            attachments: before.attachments.map((file) => (file.path === path ? { ...file, name } : file)),
          }))
        }
      />
      <TextArea
        id={idOf('note')}
        label={t('common.note')}
        optional
        value={form.note}
        error={errorOf('note')}
        onChange={(note) => set({ note })}
      />
    </>
  );
}

interface PeriodFieldsProps extends Pick<Fields<EncounterForm>, 'form' | 'idOf' | 'errorOf'> {
  readonly set: (part: Partial<EncounterForm>) => void;
}

/** The day of a visit, or the first and last day of a stay. */
function PeriodFields({ form, set, idOf, errorOf }: PeriodFieldsProps) {
  const { t } = useTranslation();
  return (
    <>
      <DatePickerField
        id={idOf('from')}
        label={t(isOneDay(form.classCode) ? 'enc.visitDate' : 'enc.fromDate')}
        partial
        value={form.from}
        error={errorOf('from')}
        onChange={(from) => set({ from })}
      />
      {!isOneDay(form.classCode) && (
        <DatePickerField
          id={idOf('to')}
          label={t('enc.toDate')}
          partial
          value={form.to}
          error={errorOf('to')}
          onChange={(to) => set({ to })}
        />
      )}
    </>
  );
}
