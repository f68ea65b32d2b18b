import { DraftOffer } from '@phr/module-kit/draft-offer';
import type { KeyFor } from '@phr/module-kit/use-form-of';
import { ChoiceField } from '@phr/ui/choice-field';
import { LoadingRegion } from '@phr/ui/loading-region';
import { Skeleton } from '@phr/ui/skeleton';
import { TextField } from '@phr/ui/text-field';
import { relationWords } from '@phr/ui/relation';
import { useUiText } from '@phr/ui/ui-text';
import { useState } from 'react';
import { Screen } from '../../core/screen.tsx';
import { useShell, useStore } from '../../core/shell.tsx';
import { useT, useTexts } from '../../core/texts.tsx';
import { useAsync } from '../../core/forms/use-async.ts';
import { FormFrame } from '../../core/forms/form-frame.tsx';
import { useDraftForm } from '../../core/forms/use-text-form.tsx';
import { AvatarField } from './avatar-field.view.tsx';
import type { PhotoChange } from './photo.api.ts';
import { FAMILY_RELATIONSHIPS } from './options.model.ts';
import { storePhoto } from './photo.api.ts';
import { ProfileFields } from './profile-fields.view.tsx';
import { profileOf } from '../../services/profile/profile.fhir.ts';
import {
  checkMember,
  EMPTY_MEMBER,
  EMPTY_PROFILE,
  formOf,
  type MemberEntry,
  type MemberForm,
  type ContactDetails,
  contactDetailsOf,
} from './profile-form.model.ts';
import { useProfileForm } from './use-profile-form.ts';

/**
 * Creates a family member's record, then opens the family (FAM-09). Prefills phone and address from the account's
 * owner, as members mostly live together.
 */
export function CreateRelatedProfileScreen() {
  const { t, locale } = useTexts();
  const { profiles, patients } = useShell();
  const { main } = useStore(patients.context);
  const { data: lent, failed } = useAsync(async () =>
    contactDetailsOf(
      main === undefined ? EMPTY_PROFILE : formOf(profileOf((await profiles.read(main.id)).patient), locale),
    ),
  );
  const title = t('screen.create-related-profile');
  // if the own profile is unreadable, prefill nothing
  const reach = failed ? contactDetailsOf(EMPTY_PROFILE) : lent;
  return (
    <Screen title={title} backHref="/family" note={t('family.addLead')}>
      {reach === undefined ? (
        <LoadingRegion thing={t('patient.loadingThing')}>
          <Skeleton height={1440} shape="form" />
        </LoadingRegion>
      ) : (
        <MemberFormView title={title} reach={reach} />
      )}
    </Screen>
  );
}

function MemberFormView({ title, reach }: { readonly title: string; readonly reach: ContactDetails }) {
  const t = useT();
  const text = useUiText();
  const { profiles, patients, navigation, notifications } = useShell();
  const { main } = useStore(patients.context);
  const [photo, setPhoto] = useState<PhotoChange>({ kind: 'keep' });
  const [initial] = useState<MemberForm>({ ...EMPTY_MEMBER, ...reach });
  const draft = useDraftForm('create-related-profile', main?.id, initial);

  async function create({ profile, relationship, insurance }: MemberEntry, idFor: KeyFor): Promise<void> {
    const {
      patient: { id },
    } = await profiles.createMember(profile, relationship, idFor('member'));
    // the member exists: later failures are reported but do not undo it (D-105)
    if (insurance !== undefined)
      await profiles
        .createCoverage(id, insurance, idFor('coverage'))
        .catch(() => notifications.show({ type: 'warning', title: t('family.coverageFailed') }));
    if (photo.kind === 'new')
      await profiles
        .read(id)
        .then((stored) => storePhoto(profiles, stored, photo))
        .catch(() => notifications.show({ type: 'warning', title: t('profile.photoFailed') }));
    draft.done();
    notifications.show({ type: 'success', title: t('toast.profileCreate') });
    await patients.reload();
    navigation.replace('/family');
  }
  const { state, places, occupations } = useProfileForm({ title, draft, check: checkMember, send: create });
  const { form, change, idOf, errorOf } = state;
  return (
    <FormFrame state={state} submitLabel={t('family.add')}>
      <DraftOffer draft={draft} />
      <ChoiceField
        id={idOf('relationship')}
        label={t('family.relationship')}
        hint={t('family.relationshipHint')}
        value={form.relationship}
        error={errorOf('relationship')}
        onChange={(relationship) => change({ relationship })}
        options={FAMILY_RELATIONSHIPS.map((code) => ({ value: code, label: relationWords(code, text) }))}
      />
      <AvatarField name={form.fullName} change={photo} onChange={setPhoto} />
      <ProfileFields
        state={state}
        places={places}
        occupations={occupations}
        isReachLent={reach.phone !== '' || reach.city !== ''}
      />
      <TextField
        id={idOf('insurance')}
        label={t('family.insuranceCard')}
        optional
        value={form.insurance}
        error={errorOf('insurance')}
        onChange={(insurance) => change({ insurance })}
        autoComplete="off"
        autoCapitalize="characters"
        maxLength={30}
        enterKeyHint="done"
      />
    </FormFrame>
  );
}
