import type { Locale } from '@phr/contract/host-api';
import { isNationalId } from '@phr/fhir/identifiers';
import { humanName } from '@phr/fhir/names';
import { isPhone } from '@phr/fhir/phone';
import { formatDate, formatPhone } from '@phr/ui/format';
import { parseDateInput } from '@phr/ui/parse-input';
import type { Checked, Fault } from '../../core/forms/form.ts';
import { CONTACT_RELATIONSHIPS, FAMILY_RELATIONSHIPS, GENDERS, isOption, MARITAL_STATUSES } from './options.model.ts';
import type { Contact, Home, Profile } from '../../services/profile/profile.fhir.ts';

export type AddressForm = Readonly<Record<'city' | 'district' | 'ward' | 'street' | 'house', string>>;
/** Profile fields as typed. `job` is an occupation code. */
export type ProfileForm = AddressForm &
  Readonly<
    Record<'fullName' | 'birthDate' | 'gender' | 'maritalStatus' | 'job' | 'phone' | 'email' | 'naid' | 'sb', string>
  >;
/** The same, plus the relationship to the main patient and a health insurance card. */
export type MemberForm = ProfileForm & Readonly<Record<'relationship' | 'insurance', string>>;
export type ContactForm = AddressForm &
  Readonly<Record<'name' | 'relationship' | 'phone' | 'email' | 'gender', string>>;

const NO_ADDRESS: AddressForm = { city: '', district: '', ward: '', street: '', house: '' };
export const EMPTY_PROFILE: ProfileForm = {
  fullName: '',
  birthDate: '',
  gender: '',
  maritalStatus: '',
  job: '',
  phone: '',
  email: '',
  naid: '',
  sb: '',
  ...NO_ADDRESS,
};
export const EMPTY_MEMBER: MemberForm = { ...EMPTY_PROFILE, relationship: '', insurance: '' };
export const EMPTY_CONTACT: ContactForm = {
  name: '',
  relationship: '',
  phone: '',
  email: '',
  gender: '',
  ...NO_ADDRESS,
};

/** A stored profile as form fields. */
export function formOf({ home, job, birthDate, phone, ...rest }: Partial<Profile>, locale: Locale): ProfileForm {
  return {
    ...EMPTY_PROFILE,
    ...rest,
    ...home,
    ...(job !== undefined && { job: job.code }),
    ...(birthDate !== undefined && { birthDate: formatDate(birthDate, locale) }),
    ...(phone !== undefined && { phone: formatPhone(phone, locale) }),
  };
}

/** Contact data of a person. */
export type ContactDetails = AddressForm & Pick<ProfileForm, 'phone'>;

/** Phone and address of a form, to prefill another one. */
export function contactDetailsOf({ phone, city, district, ward, street, house }: ProfileForm): ContactDetails {
  return { phone, city, district, ward, street, house };
}

/** External facts needed for validation. */
export interface ProfileFacts {
  /** YYYY-MM-DD. */
  readonly today: string;
  /** False if the chosen city has no districts: the district is then stored as '-' (D-23). */
  readonly hasDistricts: boolean;
  /** Occupation codes with their Vietnamese texts, which are stored; undefined while unknown. */
  readonly jobs: ReadonlyMap<string, string> | undefined;
}

/** Value of an optional field. */
const given = (typed: string): string | undefined =>
  typed.trim() === '' ? undefined : typed.trim().replace(/\s+/g, ' ');

/** Validates a profile (PROF-01 to PROF-13). */
export function checkProfile(form: ProfileForm, facts: ProfileFacts): Checked<Profile> {
  const faults: Fault[] = [];
  const { text: fullName = '' } = humanName(form.fullName);
  if (fullName === '') faults.push({ field: 'fullName', message: 'profile.err.fullName' });
  const birth = parseDateInput(form.birthDate);
  if (birth.kind === 'empty') faults.push({ field: 'birthDate', message: 'profile.err.birthRequired' });
  else if (birth.kind !== 'date' || birth.date > facts.today || birth.date < '1850-01-01')
    faults.push({ field: 'birthDate', message: 'profile.err.birthInvalid' });
  const gender = GENDERS.find((known) => known === form.gender);
  if (!isOption(form.gender, GENDERS)) faults.push({ field: 'gender', message: 'profile.err.option' });
  const maritalStatus = MARITAL_STATUSES.find((known) => known === form.maritalStatus);
  if (!isOption(form.maritalStatus, MARITAL_STATUSES))
    faults.push({ field: 'maritalStatus', message: 'profile.err.option' });
  const jobName = facts.jobs?.get(form.job);
  if (form.job !== '' && facts.jobs !== undefined && jobName === undefined)
    faults.push({ field: 'job', message: 'profile.err.option' });
  checkContactPoints(form, faults);
  const naid = given(form.naid)?.replace(/\s/g, '');
  if (naid !== undefined && !isNationalId(naid)) faults.push({ field: 'naid', message: 'profile.err.naid' });
  const home = checkAddress(form, facts.hasDistricts, faults);
  if (faults.length > 0 || birth.kind !== 'date') return { ok: false, faults };
  const [email, sb] = [given(form.email), given(form.sb)];
  return {
    ok: true,
    entry: {
      fullName,
      birthDate: birth.date,
      phone: form.phone.trim(),
      home,
      ...(gender !== undefined && { gender }),
      ...(email !== undefined && { email }),
      ...(naid !== undefined && { naid }),
      ...(sb !== undefined && { sb }),
      ...(maritalStatus !== undefined && { maritalStatus }),
      ...(form.job !== '' && { job: { code: form.job, ...(jobName !== undefined && { label: jobName }) } }),
    },
  };
}

export interface MemberEntry {
  readonly profile: Profile;
  /** HL7 v3 RoleCode. */
  readonly relationship: string;
  readonly insurance?: string;
}

/** Validates a new family member: profile and relationship to the main patient (FAM-16). */
export function checkMember(form: MemberForm, facts: ProfileFacts): Checked<MemberEntry> {
  const profile = checkProfile(form, facts);
  const relationship = FAMILY_RELATIONSHIPS.find((known) => known === form.relationship);
  const faults: readonly Fault[] =
    relationship === undefined
      ? [
          {
            field: 'relationship',
            message: form.relationship === '' ? 'profile.err.relationship' : 'profile.err.option',
          },
        ]
      : [];
  if (!profile.ok) return { ok: false, faults: [...faults, ...profile.faults] };
  if (relationship === undefined) return { ok: false, faults };
  const insurance = given(form.insurance);
  return { ok: true, entry: { profile: profile.entry, relationship, ...(insurance !== undefined && { insurance }) } };
}

/** Validates a contact person (PROF-12, PROF-29). The address is empty or complete. */
export function checkContact(form: ContactForm, hasDistricts: boolean): Checked<Contact> {
  const faults: Fault[] = [];
  const { text: name = '' } = humanName(form.name);
  if (name === '') faults.push({ field: 'name', message: 'profile.err.fullName' });
  const relationship = CONTACT_RELATIONSHIPS.find((known) => known === form.relationship);
  if (relationship === undefined)
    faults.push({
      field: 'relationship',
      message: form.relationship === '' ? 'profile.err.relationship' : 'profile.err.option',
    });
  checkContactPoints(form, faults);
  const gender = GENDERS.find((known) => known === form.gender);
  if (!isOption(form.gender, GENDERS)) faults.push({ field: 'gender', message: 'profile.err.option' });
  const hasAddress = [form.city, form.district, form.ward, form.street, form.house].some((part) => part.trim() !== '');
  const home = hasAddress ? checkAddress(form, hasDistricts, faults) : undefined;
  if (faults.length > 0 || relationship === undefined) return { ok: false, faults };
  const email = given(form.email);
  return {
    ok: true,
    entry: {
      name,
      relationship,
      phone: form.phone.trim(),
      ...(email !== undefined && { email }),
      ...(gender !== undefined && { gender }),
      ...(home !== undefined && { home }),
    },
  };
}

function checkContactPoints(
  { phone, email }: { readonly phone: string; readonly email: string },
  faults: Fault[],
): void {
  if (!isPhone(phone)) faults.push({ field: 'phone', message: 'profile.err.phone' });
  const address = given(email);
  if (address !== undefined && !/^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(address))
    faults.push({ field: 'email', message: 'profile.err.email' });
}

function checkAddress(form: AddressForm, hasDistricts: boolean, faults: Fault[]): Home {
  if (form.city.trim() === '') faults.push({ field: 'city', message: 'profile.err.city' });
  if (hasDistricts && form.district.trim() === '') faults.push({ field: 'district', message: 'profile.err.district' });
  if (form.ward.trim() === '') faults.push({ field: 'ward', message: 'profile.err.ward' });
  if (form.street.trim() === '') faults.push({ field: 'street', message: 'profile.err.street' });
  if (form.house.trim() === '') faults.push({ field: 'house', message: 'profile.err.house' });
  const part = (typed: string): string => given(typed) ?? '-';
  return {
    city: part(form.city),
    district: hasDistricts ? part(form.district) : '-',
    ward: part(form.ward),
    street: part(form.street),
    house: part(form.house),
  };
}
