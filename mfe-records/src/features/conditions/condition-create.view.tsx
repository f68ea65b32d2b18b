import { replaceScreen } from '@phr/module-kit/screens';
import { textsOf } from '@phr/module-kit/checked-form';
import { EntryForm, type SaveTools } from '@phr/module-kit/entry-form';
import { useHost } from '@phr/module-kit/host';
import { DatePickerField } from '@phr/ui/date-picker-field';
import { formatDate } from '@phr/ui/format';
import { SelectField } from '@phr/ui/select-field';
import { useUi } from '@phr/ui/ui-text';
import { useTranslation } from 'react-i18next';
import type { ScreenProps } from '../../views/screen-props.ts';
import { ConceptField } from '../concepts/concept-field.view.tsx';
import { saveOne } from '../form/save-one.api.ts';
import { today } from '../form/today.model.ts';
import {
  checkCondition,
  newCondition,
  SEVERITIES,
  STATUSES,
  type ConditionEntry,
  type ConditionForm,
} from './new-condition.model.ts';

/** Adds a disease: of the catalogue or typed, with date, state and severity. Leads to the list (NAV-16). */
export function ConditionCreateView({ level }: ScreenProps) {
  const { t } = useTranslation();
  const { locale } = useUi();
  const { request, navigation } = useHost();

  const save = (entry: ConditionEntry, { patientId, issued, idOf, queueOf }: SaveTools) => {
    const formId = idOf('condition');
    return saveOne(
      request,
      { formId, resource: newCondition(entry, patientId, formId) },
      queueOf(`${t('screen.conditions')}: ${entry.disease.words}`, issued),
    );
  };
  return (
    <EntryForm<ConditionForm, ConditionEntry>
      screen="condition-create"
      level={level}
      back={{ screen: 'conditions' }}
      success="toast.condition"
      submitLabel={t('common.save')}
      initial={() => ({
        disease: '',
        diseaseToken: '',
        recordedDate: formatDate(today(), locale),
        status: 'active',
        severity: '',
      })}
      parse={textsOf}
      check={(form, time) => checkCondition(form, time.today)}
      save={save}
      onSaved={() => replaceScreen(navigation, { screen: 'conditions' })}
    >
      {({ form, change, idOf, errorOf }) => (
        <>
          <ConceptField
            catalogue="condition"
            showsCodes
            id={idOf('disease')}
            label={t('cond.disease')}
            hint={t('cond.chooseOrType')}
            error={errorOf('disease')}
            value={{ words: form.disease, token: form.diseaseToken }}
            onChange={({ words, token }) => change((before) => ({ ...before, disease: words, diseaseToken: token }))}
          />
          <DatePickerField
            id={idOf('recordedDate')}
            label={t('cond.recordedDate')}
            optional
            value={form.recordedDate}
            error={errorOf('recordedDate')}
            onChange={(recordedDate) => change((before) => ({ ...before, recordedDate }))}
            max={today()}
          />
          <SelectField
            id={idOf('status')}
            label={t('cond.status')}
            required
            value={form.status}
            onChange={(status) => change((before) => ({ ...before, status }))}
            options={STATUSES.map((value) => ({ value, label: t(`cond.status.${value}`) }))}
          />
          <SelectField
            id={idOf('severity')}
            label={t('cond.severity')}
            optional
            value={form.severity}
            onChange={(severity) => change((before) => ({ ...before, severity }))}
            options={SEVERITIES.map((value) => ({ value, label: t(`cond.severity.${value}`) }))}
          />
        </>
      )}
    </EntryForm>
  );
}
