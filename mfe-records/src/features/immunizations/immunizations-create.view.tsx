import { replaceScreen } from '@phr/module-kit/screens';
import { textsOf } from '@phr/module-kit/checked-form';
import { EntryForm, type SaveTools } from '@phr/module-kit/entry-form';
import { useHost } from '@phr/module-kit/host';
import { useTranslation } from 'react-i18next';
import type { ScreenProps } from '../../views/screen-props.ts';
import { saveOne } from '../form/save-one.api.ts';
import { ImmunizationFields } from './immunization-fields.view.tsx';
import {
  checkImmunization,
  EMPTY,
  newImmunization,
  type ImmunizationEntry,
  type ImmunizationForm,
} from './immunization-form.model.ts';

/** Adds a vaccination; leads to the list (NAV-33). */
export function ImmunizationsCreateView({ level }: ScreenProps) {
  const { t } = useTranslation();
  const { request, navigation } = useHost();
  const save = (entry: ImmunizationEntry, { patientId, issued, idOf, queueOf }: SaveTools) => {
    const formId = idOf('immunization');
    return saveOne(
      request,
      { formId, resource: newImmunization(entry, patientId, formId) },
      queueOf(`${t('screen.immunizations')}: ${entry.vaccine.words}`, issued),
    );
  };
  return (
    <EntryForm<ImmunizationForm, ImmunizationEntry>
      screen="immunizations-create"
      level={level}
      back={{ screen: 'immunizations' }}
      success="toast.vaccineAdd"
      submitLabel={t('common.save')}
      initial={() => EMPTY}
      parse={textsOf}
      check={(form, { today }) => checkImmunization(form, today)}
      save={save}
      onSaved={() => replaceScreen(navigation, { screen: 'immunizations' })}
    >
      {(fields) => <ImmunizationFields {...fields} />}
    </EntryForm>
  );
}
