import { DraftOffer } from '@phr/module-kit/draft-offer';
import type { PatientSummary } from '@phr/contract/host-api';
import { Notice } from '@phr/ui/notice';
import { PersonFor } from '@phr/ui/person-for';
import { useUiText } from '@phr/ui/ui-text';
import { useState } from 'react';
import { Screen } from '../../core/screen.tsx';
import { useShell, useStore } from '../../core/shell.tsx';
import { useT, useTexts } from '../../core/texts.tsx';
import { FormFrame } from '../../core/forms/form-frame.tsx';
import { AvatarField } from './avatar-field.view.tsx';
import type { PhotoChange } from './photo.api.ts';
import { storePhoto } from './photo.api.ts';
import { ProfileFields } from './profile-fields.view.tsx';
import { checkProfile, formOf } from './profile-form.model.ts';
import { patientOf, profileOf, type Profile } from '../../services/profile/profile.fhir.ts';
import type { Stored } from '../../services/profile/profile.api.ts';
import { useProfileForm } from './use-profile-form.ts';
import { useReadOnly } from './use-read-only.ts';
import { useStoredForm } from './use-stored-form.ts';
import { WithStored } from './with-stored.view.tsx';

/** Edits the profile of the record on screen, then returns to it (NAV-09). */
export function UpdateProfileScreen() {
  const t = useT();
  const text = useUiText();
  const { patients } = useShell();
  const { viewed } = useStore(patients.context);
  const isReadOnly = useReadOnly();
  if (viewed === undefined) return null;
  return (
    <Screen title={t('screen.update-profile')} backHref="/profile">
      {isReadOnly ? (
        <Notice>{text('person.readOnly')}</Notice>
      ) : (
        <WithStored key={viewed.id} patientId={viewed.id}>
          {(opened) => <UpdateForm person={viewed} opened={opened} />}
        </WithStored>
      )}
    </Screen>
  );
}

function UpdateForm({ person, opened }: { readonly person: PatientSummary; readonly opened: Stored }) {
  const { t, locale } = useTexts();
  const { profiles, patients, navigation, notifications } = useShell();
  const [photo, setPhoto] = useState<PhotoChange>({ kind: 'keep' });
  const { stored, draft, reload } = useStoredForm('update-profile', opened, ({ patient }) =>
    formOf(profileOf(patient), locale),
  );

  async function save(profile: Profile): Promise<void> {
    const updated = await profiles.update(patientOf(profile, stored.patient), stored.etag);
    await storePhoto(profiles, updated, photo).catch(() =>
      notifications.show({ type: 'warning', title: t('profile.photoFailed') }),
    );
    draft.done();
    notifications.show({ type: 'success', title: t('toast.profileUpdate') });
    await patients.reload();
    navigation.replace('/profile');
  }
  const { state, places, occupations } = useProfileForm({
    title: t('screen.update-profile'),
    draft,
    check: checkProfile,
    send: save,
    reload,
  });
  return (
    <FormFrame state={state} submitLabel={t('common.save')}>
      <PersonFor name={person.name} relationship={person.relationship} />
      <DraftOffer draft={draft} />
      <AvatarField name={person.name} photo={stored.patient.photo?.[0]?.url} change={photo} onChange={setPhoto} />
      <ProfileFields state={state} places={places} occupations={occupations} />
    </FormFrame>
  );
}
