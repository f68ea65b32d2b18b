import type { Locale } from '@phr/contract/host-api';
import { replaceScreen } from '@phr/module-kit/screens';
import { textsOf } from '@phr/module-kit/checked-form';
import { EntryForm } from '@phr/module-kit/entry-form';
import { useHost, usePatient } from '@phr/module-kit/host';
import { ListStates } from '@phr/module-kit/list-section';
import { Screen } from '@phr/module-kit/screen';
import { EmptyState } from '@phr/ui/empty-state';
import { formatDate } from '@phr/ui/format';
import { IconImmunization } from '@phr/ui/icons';
import { Notice } from '@phr/ui/notice';
import { useUi } from '@phr/ui/ui-text';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import type { ScreenProps } from '../../views/screen-props.ts';
import { ImmunizationFields } from './immunization-fields.view.tsx';
import {
  changedImmunization,
  checkImmunization,
  EMPTY,
  type ImmunizationEntry,
  type ImmunizationForm,
} from './immunization-form.model.ts';
import type { StoredImmunization } from './immunization.entity.ts';
import { storedImmunization, updateImmunization, useStoredImmunization } from './immunizations.api.ts';

/** Changes a vaccination that the person entered; leads to the list (NAV-33). */
export function ImmunizationsEditView({ level }: ScreenProps) {
  const { t } = useTranslation();
  const { id = '' } = useParams();
  const list = useStoredImmunization(id);
  const [stored] = list.rows;
  if (stored?.isOwn === true && stored.isGiven) return <EditForm key={stored.id} opened={stored} level={level} />;
  return (
    <Screen title={t('screen.immunizations-edit')} headingLevel={level} back={{ screen: 'immunizations' }}>
      <ListStates
        list={list}
        skeleton={{ height: 480, lines: 1 }}
        thing={t('imm.one')}
        level={level + 1}
        empty={<EmptyState icon={IconImmunization} title={t('imm.notFound')} help={t('imm.notFound.help')} />}
      >
        {(rows) => <Notice>{t(rows[0]?.isOwn === true ? 'imm.notGiven' : 'imm.notOwn')}</Notice>}
      </ListStates>
    </Screen>
  );
}

/** @param opened the version that was read when the form opened */
function EditForm({ opened, level }: { readonly opened: StoredImmunization; readonly level: number }) {
  const { t } = useTranslation();
  const { locale } = useUi();
  const { request, navigation } = useHost();
  const patientId = usePatient().viewed?.id ?? '';
  /** The version that is being changed. */
  const [stored, setStored] = useState(opened);
  return (
    <EntryForm<ImmunizationForm, ImmunizationEntry>
      screen="immunizations-edit"
      of={stored.id}
      params={{ id: stored.id }}
      level={level}
      back={{ screen: 'immunizations' }}
      success="toast.vaccineUpdate"
      submitLabel={t('common.save')}
      initial={() => formOf(stored, locale)}
      parse={textsOf}
      check={(form, { today }) => checkImmunization(form, today, stored.inexactDay !== undefined)}
      save={async (entry) => {
        await updateImmunization(request, changedImmunization(entry, stored), stored);
        return { isWaiting: false };
      }}
      reload={async () => {
        const newer = await storedImmunization(request, patientId, stored.id);
        setStored(newer);
        return formOf(newer, locale);
      }}
      onSaved={() => replaceScreen(navigation, { screen: 'immunizations' })}
    >
      {(fields) => <ImmunizationFields {...fields} inexactDay={stored.inexactDay} />}
    </EntryForm>
  );
}

/** A stored vaccination as it stands in the fields. */
function formOf(
  { vaccine, day, facility = '', lot = '', note = '' }: StoredImmunization,
  locale: Locale,
): ImmunizationForm {
  return {
    ...EMPTY,
    vaccine: vaccine.words,
    vaccineToken: vaccine.token,
    date: day === undefined ? '' : formatDate(day, locale),
    facility,
    lot,
    note,
  };
}
