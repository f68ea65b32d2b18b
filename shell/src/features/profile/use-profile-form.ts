import type { DraftState } from '@phr/module-kit/use-draft';
import type { KeyFor } from '@phr/module-kit/use-form-of';
import { dayOf, deviceZone } from '@phr/time/zone';
import { useShell } from '../../core/shell.tsx';
import type { Checked } from '../../core/forms/form.ts';
import { type FormState, useForm } from '../../core/forms/use-form.tsx';
import { useAsync } from '../../core/forms/use-async.ts';
import type { Occupation } from '../../services/profile/profile.api.ts';
import { STORED_LOCALE } from '../../services/profile/profile.fhir.ts';
import type { ProfileFacts, ProfileForm } from './profile-form.model.ts';
import { type Places, usePlaces } from './use-places.ts';

interface ProfileFormOptions<Form extends ProfileForm, Entry> {
  readonly title: string;
  readonly draft: DraftState<Form>;
  readonly check: (form: Form, facts: ProfileFacts) => Checked<Entry>;
  readonly send: (entry: Entry, idFor: KeyFor) => Promise<void>;
  readonly reload?: () => Promise<void>;
}

/** A profile form, with the directory of places and the occupations it is validated against. */
export function useProfileForm<Form extends ProfileForm, Entry>({
  title,
  draft,
  check,
  send,
  reload,
}: ProfileFormOptions<Form, Entry>): {
  readonly state: FormState<Form>;
  readonly places: Places;
  readonly occupations: readonly Occupation[] | undefined;
} {
  const { profiles } = useShell();
  const places = usePlaces(draft.value.city);
  const { data: occupations } = useAsync(() => profiles.occupations());
  const jobs =
    occupations === undefined ? undefined : new Map(occupations.map(({ code, words }) => [code, words[STORED_LOCALE]]));
  const state = useForm({
    title,
    draft,
    send,
    ...(reload !== undefined && { reload }),
    check: (form) => check(form, { today: dayOf(Date.now(), deviceZone()), hasDistricts: places.hasDistricts, jobs }),
  });
  return { state, places, occupations };
}
