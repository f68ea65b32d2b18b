import { EntryForm, type Fields, type SaveTools } from '@phr/module-kit/entry-form';
import { useHost, usePatient } from '@phr/module-kit/host';
import { DatePickerField } from '@phr/ui/date-picker-field';
import { RadioGroup } from '@phr/ui/radio-group';
import { TextArea } from '@phr/ui/text-area';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { ScreenProps } from '../../views/screen-props.ts';
import { AttachmentsField } from '../attachments/attachments-field.view.tsx';
import { useUploads, type Uploads } from '../attachments/use-uploads.ts';
import { ConceptField } from '../concepts/concept-field.view.tsx';
import { ProviderField } from '../organizations/provider-field.view.tsx';
import { createEncounter } from './encounter-create.api.ts';
import { checkEncounter, CLASSES, EMPTY, encounterDraft, isOneDay, type EncounterForm } from './new-encounter.model.ts';
import type { NewEncounter } from './new-encounter.entity.ts';

/** Writes down a treatment: where, why, when, with its papers. Goes back to where it was opened from (NAV-13). */
export function EncounterCreateView({ level }: ScreenProps) {
  // Files belong to one person, as the form does.
  return <CreateForm key={usePatient().viewed?.id} level={level} />;
}

function CreateForm({ level }: ScreenProps) {
  const { t } = useTranslation();
  const { request } = useHost();
  const save = (entry: NewEncounter, { patientId, issued, idOf, queueOf }: SaveTools) =>
    createEncounter(request, patientId, entry, idOf('encounter'), {
      ...queueOf(t('enc.waiting', { diagnosis: entry.diagnosis.display, hospital: entry.hospital.name }), issued),
      publish: { topic: 'encounter.changed', event: { patientId } },
    });
  const uploads = useUploads('encounters');
  return (
    <EntryForm<EncounterForm, NewEncounter>
      screen="encounter-create"
      level={level}
      back={{ screen: 'encounters' }}
      success="toast.treatmentSaved"
      submitLabel={t('common.save')}
      initial={() => EMPTY}
      parse={encounterDraft}
      check={(form) => checkEncounter(form, uploads)}
      save={save}
    >
      {(fields) => <EncounterFields {...fields} uploads={uploads} />}
    </EntryForm>
  );
}

interface EncounterFieldsProps extends Fields<EncounterForm> {
  readonly uploads: Uploads;
}

function EncounterFields({ form, change, idOf, errorOf, uploads }: EncounterFieldsProps) {
  const { t } = useTranslation();
  const set = (part: Partial<EncounterForm>) => change((before) => ({ ...before, ...part }));
  useKept(uploads, change);
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
          change((before) => ({ ...before, attachments: before.attachments.filter((file) => file.path !== path) }))
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

/** Files that are stored are kept in the form, as its draft is. */
function useKept({ receive }: Uploads, change: Fields<EncounterForm>['change']): void {
  useEffect(
    () =>
      receive((file) =>
        change((before) => ({ ...before, attachments: [...before.attachments, { ...file, url: '' }] })),
      ),
    [receive, change],
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
        value={form.from}
        error={errorOf('from')}
        onChange={(from) => set({ from })}
      />
      {!isOneDay(form.classCode) && (
        <DatePickerField
          id={idOf('to')}
          label={t('enc.toDate')}
          value={form.to}
          error={errorOf('to')}
          onChange={(to) => set({ to })}
        />
      )}
    </>
  );
}
