import { replaceScreen } from '@phr/module-kit/screens';
import { textsOf } from '@phr/module-kit/checked-form';
import type { Locale } from '@phr/contract/host-api';
import { saveVersion, type Correcting as CorrectingProps } from '@phr/module-kit/correction';
import { EntryForm, type EntryFormProps, type Fields, type SaveTools } from '@phr/module-kit/entry-form';
import { useHost } from '@phr/module-kit/host';
import { DatePickerField } from '@phr/ui/date-picker-field';
import { formatDate } from '@phr/ui/format';
import { SelectField } from '@phr/ui/select-field';
import { useUi } from '@phr/ui/ui-text';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { ScreenProps } from '../../views/screen-props.ts';
import { ConceptField } from '../concepts/concept-field.view.tsx';
import { Corrected } from '../form/corrected.view.tsx';
import { saveOne } from '../form/save-one.api.ts';
import { today } from '../form/today.model.ts';
import type { StoredCondition } from './condition.entity.ts';
import { loadCondition } from './conditions.api.ts';
import {
  checkCondition,
  correctedCondition,
  newCondition,
  SEVERITIES,
  severityNamed,
  STATUSES,
  statusesAfter,
  statusNamed,
  type ConditionEntry,
  type ConditionForm,
} from './new-condition.model.ts';

/**
 * Adds a disease from the catalogue or as free text, with date, status and severity; `?id=` corrects the person's own.
 * Leads to the list (NAV-16).
 */
export function ConditionCreateView({ level }: ScreenProps) {
  const { t } = useTranslation();
  const id = useSearchParams()[0].get('id');
  if (id === null) return <Adding level={level} />;
  return (
    <Corrected
      type="Condition"
      id={id}
      load={loadCondition}
      title={t('cond.fix')}
      level={level}
      back={{ screen: 'conditions' }}
    >
      {(correcting) => <Correcting {...correcting} level={level} />}
    </Corrected>
  );
}

function Adding({ level }: ScreenProps) {
  const { t } = useTranslation();
  const { locale } = useUi();
  const { request } = useHost();
  const save = (entry: ConditionEntry, { patientId, issued, idOf, queueOf }: SaveTools) => {
    const formId = idOf('condition');
    return saveOne(
      request,
      { formId, resource: newCondition(entry, patientId, formId) },
      queueOf(`${t('screen.conditions')}: ${entry.disease.words}`, issued),
    );
  };
  return (
    <DiseaseForm
      level={level}
      success="toast.condition"
      initial={() => ({
        disease: '',
        diseaseToken: '',
        recordedDate: formatDate(today(), locale),
        status: 'active',
        severity: '',
      })}
      save={save}
    />
  );
}

function Correcting({ stored, reload, level }: CorrectingProps<StoredCondition> & ScreenProps) {
  const { t } = useTranslation();
  const { locale } = useUi();
  const { request } = useHost();
  return (
    <DiseaseForm
      level={level}
      title={t('cond.fix')}
      of={stored.id}
      params={{ id: stored.id }}
      success="toast.fixed"
      statuses={statusesAfter(stored.status)}
      initial={() => formOf(stored, locale)}
      reload={async () => formOf(await reload(), locale)}
      save={(entry, { issued, idOf, queueOf }) =>
        saveVersion(request, 'Condition', stored, correctedCondition(entry, stored), {
          idempotencyKey: idOf('correction'),
          queue: queueOf(t('fix.waiting', { what: entry.disease.words }), issued),
        })
      }
    />
  );
}

/** A stored disease as form fields. */
function formOf({ disease, recordedDate, status, severity }: StoredCondition, locale: Locale): ConditionForm {
  return {
    disease: disease.words,
    diseaseToken: disease.token,
    recordedDate: recordedDate === undefined ? '' : formatDate(recordedDate, locale),
    status: statusNamed(status),
    severity: severityNamed(severity),
  };
}

interface DiseaseFormProps
  extends Pick<
    EntryFormProps<ConditionForm, ConditionEntry>,
    'level' | 'title' | 'of' | 'params' | 'success' | 'initial' | 'reload' | 'save'
  > {
  readonly statuses?: readonly string[];
}

function DiseaseForm({ statuses = STATUSES, ...form }: DiseaseFormProps) {
  const { t } = useTranslation();
  const { navigation } = useHost();
  return (
    <EntryForm<ConditionForm, ConditionEntry>
      {...form}
      screen="condition-create"
      back={{ screen: 'conditions' }}
      submitLabel={t('common.save')}
      parse={textsOf}
      check={(form, time) => checkCondition(form, time.today)}
      onSaved={() => replaceScreen(navigation, { screen: 'conditions' })}
    >
      {(fields) => <DiseaseFields {...fields} statuses={statuses} />}
    </EntryForm>
  );
}

function DiseaseFields({
  form,
  change,
  idOf,
  errorOf,
  statuses,
}: Fields<ConditionForm> & { readonly statuses: readonly string[] }) {
  const { t } = useTranslation();
  const set = (part: Partial<ConditionForm>) => change((before) => ({ ...before, ...part }));
  return (
    <>
      <ConceptField
        catalogue="condition"
        showsCodes
        id={idOf('disease')}
        label={t('cond.disease')}
        hint={t('cond.chooseOrType')}
        error={errorOf('disease')}
        value={{ words: form.disease, token: form.diseaseToken }}
        onChange={({ words, token }) => set({ disease: words, diseaseToken: token })}
      />
      <DatePickerField
        id={idOf('recordedDate')}
        label={t('cond.recordedDate')}
        optional
        partial
        value={form.recordedDate}
        error={errorOf('recordedDate')}
        onChange={(recordedDate) => set({ recordedDate })}
        max={today()}
      />
      <SelectField
        id={idOf('status')}
        label={t('cond.status')}
        required
        value={form.status}
        onChange={(status) => set({ status })}
        options={statuses.map((value) => ({ value, label: t(`cond.status.${value}`) }))}
      />
      <SelectField
        id={idOf('severity')}
        label={t('cond.severity')}
        optional
        value={form.severity}
        onChange={(severity) => set({ severity })}
        options={SEVERITIES.map((value) => ({ value, label: t(`cond.severity.${value}`) }))}
      />
    </>
  );
}
