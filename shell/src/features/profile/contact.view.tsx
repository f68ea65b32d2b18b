import type { Locale } from '@phr/contract/host-api';
import type { PatientSummary } from '@phr/contract/host-api';
import { errorNotice } from '@phr/http/error-notice';
import { DraftOffer } from '@phr/module-kit/draft-offer';
import { Button } from '@phr/ui/button';
import { ConfirmDialog } from '@phr/ui/confirm-dialog';
import { EmptyState } from '@phr/ui/empty-state';
import { formatPhone } from '@phr/ui/format';
import { IconDelete } from '@phr/ui/icons';
import { Notice } from '@phr/ui/notice';
import { PersonFor } from '@phr/ui/person-for';
import { SelectField } from '@phr/ui/select-field';
import { TextField } from '@phr/ui/text-field';
import { useUiText } from '@phr/ui/ui-text';
import { useState } from 'react';
import { Screen } from '../../core/screen.tsx';
import { useShell, useStore } from '../../core/shell.tsx';
import { useT, useTexts } from '../../core/texts.tsx';
import { FormFrame } from '../../core/forms/form-frame.tsx';
import { type FormState, useForm } from '../../core/forms/use-form.tsx';
import { AddressFields } from './address-fields.view.tsx';
import { CONTACT_RELATIONSHIPS, GENDERS } from './options.model.ts';
import { ContactPointFields } from './profile-fields.view.tsx';
import { checkContact, type ContactForm, EMPTY_CONTACT } from './profile-form.model.ts';
import { type Contact, contactIn, contactIndex, withContact } from '../../services/profile/profile.fhir.ts';
import type { Stored } from '../../services/profile/profile.api.ts';
import { usePlaces } from './use-places.ts';
import { useReadOnly } from './use-read-only.ts';
import { useStoredForm } from './use-stored-form.ts';
import { WithStored } from './with-stored.view.tsx';

/** Edits a contact person by index; without one, adds a new person (PROF-30). */
export function ContactScreen() {
  const t = useT();
  const text = useUiText();
  const { patients, navigation } = useShell();
  const { viewed } = useStore(patients.context);
  const { search } = useStore(navigation.location);
  // read once: the screen must not change while the URL already leads elsewhere
  const [given] = useState(() => new URLSearchParams(search).get('index'));
  const isReadOnly = useReadOnly();
  if (viewed === undefined) return null;
  const index = given === null ? undefined : /^\d{1,3}$/.test(given) ? Number(given) : -1;
  return (
    <Screen title={t('screen.update-patient-contactor')} backHref="/profile">
      {isReadOnly ? (
        <Notice>{text('person.readOnly')}</Notice>
      ) : (
        <WithStored key={viewed.id} patientId={viewed.id}>
          {(opened) =>
            index !== undefined && opened.patient.contact?.[index] === undefined ? (
              <EmptyState title={t('profile.contactGone')} />
            ) : (
              <ContactEditor person={viewed} opened={opened} openedAt={index} />
            )
          }
        </WithStored>
      )}
    </Screen>
  );
}

interface ContactEditorProps {
  readonly person: PatientSummary;
  readonly opened: Stored;
  /** Index of the contact person when the screen opened; undefined for a new one. */
  readonly openedAt: number | undefined;
}

function ContactEditor({ person, opened, openedAt }: ContactEditorProps) {
  const { t, locale } = useTexts();
  const { profiles, patients, navigation, notifications } = useShell();
  // another version of the record may list the person elsewhere, or not at all: then add them as new
  const known = openedAt === undefined ? undefined : opened.patient.contact?.[openedAt];
  const indexIn = ({ patient }: Stored) => (known === undefined ? undefined : contactIndex(patient, known));
  const before = ({ patient }: Stored) => {
    const index = indexIn({ patient });
    return index === undefined ? {} : contactIn(patient.contact?.[index] ?? {});
  };
  const { stored, draft, reload } = useStoredForm(`contact ${openedAt ?? 'new'}`, opened, (version) =>
    formOf(before(version), locale),
  );
  const index = indexIn(stored);
  const places = usePlaces(draft.value.city);

  async function save(contact: Contact | undefined): Promise<void> {
    await profiles.update(withContact(stored.patient, index, contact), stored.etag);
    draft.done();
    notifications.show({ type: 'success', title: t('toast.profileUpdate') });
    await patients.reload();
    navigation.replace('/profile');
  }
  const state = useForm({
    title: t('screen.update-patient-contactor'),
    draft,
    check: (form) => checkContact(form, places.hasDistricts),
    send: save,
    reload,
  });
  return (
    <>
      <FormFrame
        state={state}
        submitLabel={t('common.save')}
        aside={index !== undefined && <Remove name={before(stored).name ?? ''} onRemove={() => save(undefined)} />}
      >
        <PersonFor name={person.name} relationship={person.relationship} />
        <DraftOffer draft={draft} />
        <ContactPersonFields state={state} />
        <ContactPointFields state={state} />
        <AddressFields state={state} places={places} optional />
      </FormFrame>
    </>
  );
}

/** Name and relationship of the contact person. */
function ContactPersonFields({ state: { form, change, idOf, errorOf } }: { readonly state: FormState<ContactForm> }) {
  const t = useT();
  return (
    <>
      <TextField
        id={idOf('name')}
        label={t('profile.fullName')}
        value={form.name}
        error={errorOf('name')}
        onChange={(name) => change({ name })}
        autoComplete="off"
        autoCapitalize="words"
        maxLength={100}
        enterKeyHint="next"
      />
      <SelectField
        id={idOf('relationship')}
        label={t('profile.contactRelationship')}
        value={form.relationship}
        error={errorOf('relationship')}
        onChange={(relationship) => change({ relationship })}
        options={CONTACT_RELATIONSHIPS.map((value) => ({ value, label: t(`contact.${value}`) }))}
      />
      <SelectField
        id={idOf('gender')}
        label={t('profile.gender')}
        optional
        value={form.gender}
        error={errorOf('gender')}
        onChange={(gender) => change({ gender })}
        options={GENDERS.map((value) => ({ value, label: t(`gender.${value}`) }))}
      />
    </>
  );
}

function Remove({ name, onRemove }: { readonly name: string; readonly onRemove: () => Promise<void> }) {
  const { t, find } = useTexts();
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const remove = () => {
    setBusy(true);
    setFailure(undefined);
    onRemove().catch((error: unknown) => {
      setFailure(errorNotice(error, find).title);
      setBusy(false);
    });
  };
  return (
    <>
      <Button variant="quiet" icon={IconDelete} onClick={() => setAsking(true)}>
        {t('profile.removeContact')}
      </Button>
      <ConfirmDialog
        open={asking}
        danger
        busy={busy}
        title={t('profile.removeContactConfirm', { name })}
        confirmLabel={t('common.delete')}
        onCancel={() => setAsking(false)}
        onConfirm={remove}
      >
        {failure !== undefined && <p role="alert">{failure}</p>}
      </ConfirmDialog>
    </>
  );
}

function formOf({ home, phone, ...rest }: Partial<Contact>, locale: Locale): ContactForm {
  return { ...EMPTY_CONTACT, ...rest, ...home, ...(phone !== undefined && { phone: formatPhone(phone, locale) }) };
}
