import type { Locale } from '@phr/contract/host-api';
import { replaceScreen } from '@phr/module-kit/screens';
import { textsOf } from '@phr/module-kit/checked-form';
import { Correction, saveVersion, type Correcting } from '@phr/module-kit/correction';
import { EntryForm } from '@phr/module-kit/entry-form';
import { useHost } from '@phr/module-kit/host';
import { EmptyState } from '@phr/ui/empty-state';
import { formatDate } from '@phr/ui/format';
import { IconImmunization } from '@phr/ui/icons';
import { useUi } from '@phr/ui/ui-text';
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
import { loadImmunization } from './immunizations.api.ts';

/** Corrects a vaccination entered by the person; leads to the list (NAV-33). */
export function ImmunizationsEditView({ level }: ScreenProps) {
  const { t } = useTranslation();
  const { id = '' } = useParams();
  return (
    <Correction
      type="Immunization"
      id={id}
      load={loadImmunization}
      refusal={({ isOwn, isGiven }) => (isOwn && isGiven ? undefined : t(isOwn ? 'imm.notGiven' : 'imm.notOwn'))}
      title={t('screen.immunizations-edit')}
      level={level}
      back={{ screen: 'immunizations' }}
      thing={t('imm.one')}
      missing={<EmptyState icon={IconImmunization} title={t('imm.notFound')} help={t('imm.notFound.help')} />}
    >
      {(correcting) => <EditForm {...correcting} level={level} />}
    </Correction>
  );
}

function EditForm({ stored, reload, level }: Correcting<StoredImmunization> & { readonly level: number }) {
  const { t } = useTranslation();
  const { locale } = useUi();
  const { request, navigation } = useHost();
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
      save={(entry, { issued, idOf, queueOf }) =>
        saveVersion(request, 'Immunization', stored, changedImmunization(entry, stored), {
          idempotencyKey: idOf('correction'),
          queue: queueOf(t('fix.waiting', { what: entry.vaccine.words }), issued),
        })
      }
      reload={async () => formOf(await reload(), locale)}
      onSaved={() => replaceScreen(navigation, { screen: 'immunizations' })}
    >
      {(fields) => <ImmunizationFields {...fields} inexactDay={stored.inexactDay} />}
    </EntryForm>
  );
}

/** A stored vaccination as form fields. */
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
