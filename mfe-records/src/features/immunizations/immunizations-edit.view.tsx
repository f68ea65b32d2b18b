import { isAppError } from '@phr/contract/app-error';
import { useHost } from '@phr/module-kit/host';
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
import { EntryForm } from '../form/entry-form.view.tsx';
import { textsOf } from '../form/form.model.ts';
import { ImmunizationFields } from './immunization-fields.view.tsx';
import { changedImmunization, checkImmunization, EMPTY, type ImmunizationEntry, type ImmunizationForm } from './immunization-form.model.ts';
import type { StoredImmunization } from './immunization.ts';
import { updateImmunization, useStoredImmunization } from './immunizations.api.ts';

/** Changes a vaccination that the person entered; leads to the list (NAV-33). */
export function ImmunizationsEditView({ level }: ScreenProps) {
  const { t } = useTranslation();
  const { id = '' } = useParams();
  const list = useStoredImmunization(id);
  const [stored] = list.rows;
  if (stored?.isOwn === true) return <EditForm key={stored.id} stored={stored} level={level} reload={list.retry} />;
  return (
    <Screen title={t('screen.immunizations-edit')} headingLevel={level} back="/immunizations">
      <ListStates list={list} skeleton={{ height: 480, lines: 1 }} thing={t('imm.one')} level={level + 1} empty={<EmptyState icon={IconImmunization} title={t('imm.notFound')} help={t('imm.notFound.help')} />}>
        {() => <Notice>{t('imm.notOwn')}</Notice>}
      </ListStates>
    </Screen>
  );
}

interface EditFormProps {
  /** The newest version that was read; what is typed outlives a newer one. */
  readonly stored: StoredImmunization;
  readonly level: number;
  readonly reload: () => Promise<unknown>;
}

function EditForm({ stored, level, reload }: EditFormProps) {
  const { t } = useTranslation();
  const { locale } = useUi();
  const { request, navigation } = useHost();
  const [wasReloaded, setReloaded] = useState(false);

  async function save(entry: ImmunizationEntry): Promise<{ readonly isWaiting: boolean }> {
    try {
      await updateImmunization(request, changedImmunization(entry, stored), stored);
      return { isWaiting: false };
    } catch (error) {
      // Somebody else changed it meanwhile: the new version is fetched, so that the next press can write over it knowingly.
      if (isAppError(error) && error.code === 'CONFLICT') {
        await reload();
        setReloaded(true);
      }
      throw error;
    }
  }
  return (
    <EntryForm<ImmunizationForm, ImmunizationEntry>
      screen="immunizations-edit" of={stored.id} params={{ id: stored.id }} level={level} back="/immunizations" success="toast.vaccineUpdate" submitLabel={t('common.save')}
      initial={() => ({
        ...EMPTY, vaccine: stored.vaccine.words, vaccineToken: stored.vaccine.token, date: stored.day === undefined ? '' : formatDate(stored.day, locale),
        facility: stored.facility ?? '', lot: stored.lot ?? '', note: stored.note ?? '',
      })}
      parse={textsOf} check={(form, { today }) => checkImmunization(form, today)} save={save} onSaved={() => navigation.replace('/immunizations')}
      about={wasReloaded && <Notice announce="status">{t('conflict.reloaded')}</Notice>}
    >
      {(fields) => <ImmunizationFields {...fields} />}
    </EntryForm>
  );
}
