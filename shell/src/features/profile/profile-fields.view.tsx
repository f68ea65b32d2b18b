import { dayOf, deviceZone } from '@phr/time/zone';
import { ChoiceField } from '@phr/ui/choice-field';
import { DatePickerField } from '@phr/ui/date-picker-field';
import { Notice } from '@phr/ui/notice';
import { RadioGroup } from '@phr/ui/radio-group';
import { SelectField } from '@phr/ui/select-field';
import { TextField } from '@phr/ui/text-field';
import { useDay } from '@phr/ui/use-now';
import { useTexts } from '../../core/texts.tsx';
import { FieldGroup, FieldRow } from '../../core/forms/form-frame.tsx';
import type { FormState } from '../../core/forms/use-form.tsx';
import { AddressFields } from './address-fields.view.tsx';
import { GENDERS, MARITAL_STATUSES } from './options.model.ts';
import type { Occupation } from '../../services/profile/profile.api.ts';
import type { ProfileForm } from './profile-form.model.ts';
import type { Places } from './use-places.ts';

interface ProfileFieldsProps {
  readonly state: FormState<ProfileForm>;
  readonly places: Places;
  /** Undefined while loading. */
  readonly occupations: readonly Occupation[] | undefined;
  /** Phone and address are prefilled from the account's owner. */
  readonly isReachLent?: boolean;
}

/** The fields of a record's owner. */
export function ProfileFields({ state, places, occupations, isReachLent = false }: ProfileFieldsProps) {
  const { t } = useTexts();
  const { form, change, idOf, errorOf } = state;
  const today = dayOf(useDay(), deviceZone());
  return (
    <>
      <FieldGroup title={t('profile.person')}>
        <TextField
          id={idOf('fullName')}
          label={t('profile.fullName')}
          hint={t('profile.nameHint')}
          value={form.fullName}
          error={errorOf('fullName')}
          onChange={(fullName) => change({ fullName })}
          autoComplete="name"
          autoCapitalize="words"
          maxLength={100}
          enterKeyHint="next"
        />
        <DatePickerField
          id={idOf('birthDate')}
          label={t('profile.birthDate')}
          value={form.birthDate}
          error={errorOf('birthDate')}
          onChange={(birthDate) => change({ birthDate })}
          max={today}
          autoComplete="bday"
          enterKeyHint="next"
        />
        <RadioGroup
          id={idOf('gender')}
          label={t('profile.gender')}
          optional
          arrangement="inline"
          value={form.gender}
          error={errorOf('gender')}
          onChange={(gender) => change({ gender })}
          options={GENDERS.map((value) => ({ value, label: t(`gender.${value}`) }))}
        />
        <StatusAndJobFields state={state} occupations={occupations} />
        <NumberFields state={state} />
      </FieldGroup>
      {isReachLent && <Notice>{t('profile.reachLent')}</Notice>}
      <ContactPointFields state={state} />
      <AddressFields state={state} places={places} />
    </>
  );
}

/** Marital status, and an occupation from the directory. */
function StatusAndJobFields({
  state: { form, change, idOf, errorOf },
  occupations,
}: Pick<ProfileFieldsProps, 'state' | 'occupations'>) {
  const { t, locale } = useTexts();
  const jobs = (occupations ?? []).map(({ code, words }) => ({ value: code, label: words[locale] }));
  return (
    <FieldRow>
      <SelectField
        id={idOf('maritalStatus')}
        label={t('profile.maritalStatus')}
        optional
        value={form.maritalStatus}
        error={errorOf('maritalStatus')}
        onChange={(maritalStatus) => change({ maritalStatus })}
        options={MARITAL_STATUSES.map((value) => ({ value, label: t(`marital.${value}`) }))}
      />
      <ChoiceField
        search
        id={idOf('job')}
        label={t('profile.job')}
        optional
        value={form.job}
        error={errorOf('job')}
        onChange={(job) => change({ job })}
        options={jobs}
        disabled={occupations === undefined}
      />
    </FieldRow>
  );
}

/** Citizen card and insurance numbers. */
function NumberFields({ state: { form, change, idOf, errorOf } }: Pick<ProfileFieldsProps, 'state'>) {
  const { t } = useTexts();
  return (
    <FieldRow>
      <TextField
        id={idOf('naid')}
        label={t('profile.naid')}
        optional
        value={form.naid}
        error={errorOf('naid')}
        onChange={(naid) => change({ naid })}
        inputMode="numeric"
        autoComplete="off"
        maxLength={15}
        enterKeyHint="next"
      />
      <TextField
        id={idOf('sb')}
        label={t('profile.sb')}
        optional
        value={form.sb}
        error={errorOf('sb')}
        onChange={(sb) => change({ sb })}
        autoComplete="off"
        maxLength={30}
        enterKeyHint="next"
      />
    </FieldRow>
  );
}

/** Phone and e-mail. */
export function ContactPointFields({
  state: { form, change, idOf, errorOf },
}: {
  readonly state: FormState<{ readonly phone: string; readonly email: string }>;
}) {
  const { t } = useTexts();
  return (
    <FieldRow>
      <TextField
        id={idOf('phone')}
        label={t('profile.phone')}
        type="tel"
        value={form.phone}
        error={errorOf('phone')}
        onChange={(phone) => change({ phone })}
        autoComplete="tel"
        maxLength={20}
        enterKeyHint="next"
      />
      <TextField
        id={idOf('email')}
        label={t('profile.email')}
        type="email"
        optional
        value={form.email}
        error={errorOf('email')}
        onChange={(email) => change({ email })}
        autoComplete="email"
        maxLength={254}
        enterKeyHint="next"
      />
    </FieldRow>
  );
}
