import { DraftOffer } from '@phr/module-kit/draft-offer';
import type { KeyFor } from '@phr/module-kit/use-form-of';
import { formatPhone } from '@phr/ui/format';
import { useEffect, useState } from 'react';
import { Screen } from '../../core/screen.tsx';
import { useShell, useStore } from '../../core/shell.tsx';
import { useTexts } from '../../core/texts.tsx';
import { FormFrame } from '../../core/forms/form-frame.tsx';
import { useDraftForm } from '../../core/forms/use-text-form.tsx';
import { stepAfterProfile } from '../../services/account/sign-up-params.ts';
import { AvatarField } from './avatar-field.view.tsx';
import type { PhotoChange } from './photo.api.ts';
import { storePhoto } from './photo.api.ts';
import { ProfileFields } from './profile-fields.view.tsx';
import { checkProfile, EMPTY_PROFILE } from './profile-form.model.ts';
import type { Profile } from '../../services/profile/profile.fhir.ts';
import { useProfileForm } from './use-profile-form.ts';

/** Creates the account's own record, then continues with the sign-up's purpose (NAV-06 to NAV-08). */
export function CreateProfileScreen() {
  const { navigation, patients } = useShell();
  const { status } = useStore(patients.state);
  // an account has one own record, so redirect if it exists (D-82)
  const [hadOne] = useState(status === 'ready');
  useEffect(() => {
    if (hadOne) navigation.replace('/dashboard');
  }, [hadOne, navigation]);
  return hadOne || status === 'idle' || status === 'loading' ? null : <CreateForm />;
}

function CreateForm() {
  const { t, locale } = useTexts();
  const { profiles, patients, accountMemory, navigation, notifications } = useShell();
  const user = useStore(patients.user);
  const phone = useStore(patients.accountPhone) ?? user?.userName ?? '';
  const [photo, setPhoto] = useState<PhotoChange>({ kind: 'keep' });
  const title = t('screen.create-profile');
  const [initial] = useState({
    ...EMPTY_PROFILE,
    phone: phone === '' ? '' : formatPhone(phone, locale),
    email: user?.email ?? '',
  });
  const draft = useDraftForm('create-profile', user?.sub, initial);

  async function create(profile: Profile, idFor: KeyFor): Promise<void> {
    const stored = await profiles.createMain({ userName: user?.userName ?? '', phoneNumber: phone }, profile, idFor);
    // the record exists: a failing picture must not create a second one
    await storePhoto(profiles, stored, photo).catch(() =>
      notifications.show({ type: 'warning', title: t('profile.photoFailed') }),
    );
    draft.done();
    const next = stepAfterProfile(user === undefined ? {} : accountMemory.takeParams(user.userName));
    notifications.show({ type: 'success', title: t('toast.profileCreate') });
    await patients.reload();
    if (next === undefined) navigation.replace('/dashboard');
    else navigation.replace(navigation.hrefOf(next.screen, next.params));
  }
  const { state, places, occupations } = useProfileForm({ title, draft, check: checkProfile, send: create });
  return (
    <Screen title={title} backHref="/confirm-create-profile" note={t('profile.createLead')}>
      <FormFrame state={state} submitLabel={t('profile.confirmCreate.button')}>
        <DraftOffer draft={draft} />
        <AvatarField name={state.form.fullName} change={photo} onChange={setPhoto} />
        <ProfileFields state={state} places={places} occupations={occupations} />
      </FormFrame>
    </Screen>
  );
}
