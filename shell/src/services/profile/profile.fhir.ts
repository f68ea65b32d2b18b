import type { Locale } from '@phr/contract/host-api';
import {
  address,
  attachment,
  codeableConcept,
  contactPoint,
  extension,
  humanName,
  identifier,
  type Address,
  type ContactPoint,
} from '@phr/fhir/datatypes';
import { contactValues, primaryPhone } from '@phr/fhir/contacts';
import { IDENTIFIER_BASE, identifierOf, kindOf, patientIdentifier } from '@phr/fhir/identifiers';
import { isObject, list, lenientObject, text, type Read } from '@phr/fhir/json';
import { formatName, humanName as storedName, nameOf } from '@phr/fhir/names';
import { storedPhone } from '@phr/fhir/phone';

/** Language of texts in a stored profile (PROF-26). */
export const STORED_LOCALE: Locale = 'vi-VN';

/** A complete address; '-' marks a part that does not exist. */
export interface Home {
  readonly city: string;
  readonly district: string;
  readonly ward: string;
  readonly street: string;
  readonly house: string;
}

export interface Job {
  /** 001 to 224. */
  readonly code: string;
  readonly label?: string;
}

/** Editable data of a record's owner. */
export interface Profile {
  readonly fullName: string;
  /** YYYY-MM-DD. */
  readonly birthDate: string;
  readonly gender?: 'male' | 'female' | 'other' | 'unknown';
  readonly phone: string;
  readonly home: Home;
  readonly email?: string;
  /** National id, 9 or 12 digits. */
  readonly naid?: string;
  /** Social beneficiary id. */
  readonly sb?: string;
  readonly maritalStatus?: 'U' | 'M' | 'UNK';
  readonly job?: Job;
}

/** A patient's contact person. */
export interface Contact {
  readonly name: string;
  readonly relationship: 'C' | 'E' | 'U';
  readonly phone: string;
  readonly email?: string;
  readonly gender?: NonNullable<Profile['gender']>;
  readonly home?: Home;
}

/** A Patient as read; unknown elements are preserved at run time, so that updates keep them. */
export type Patient = Read<typeof asPatient>;
export type PatientContact = Read<typeof asContact>;

const HL7 = 'http://terminology.hl7.org/CodeSystem';
const MARITAL = `${HL7}/v3-MaritalStatus`;
const UNKNOWN = `${HL7}/v3-NullFlavor`;
const CONTACT = `${HL7}/v2-0131`;
const OCCUPATION = `${IDENTIFIER_BASE}/occupation`;
const JOB_TITLE = 'https://phr.example/fhir/StructureDefinition/job-title';

const asContact = lenientObject({
  name: humanName,
  relationship: list(codeableConcept),
  telecom: list(contactPoint),
  gender: text,
  address,
});
const asPatient = lenientObject({
  id: text,
  meta: lenientObject({ versionId: text }),
  name: list(humanName),
  birthDate: text,
  gender: text,
  maritalStatus: codeableConcept,
  identifier: list(identifier),
  telecom: list(contactPoint),
  address: list(address),
  photo: list(attachment),
  contact: list(asContact),
  extension: list(extension),
  managingOrganization: lenientObject({ display: text, resource: lenientObject({ name: text }) }),
});

/** Parses a Patient; undefined for anything else. */
export function readPatient(body: unknown): Patient | undefined {
  return isObject(body) && body['resourceType'] === 'Patient' ? asPatient(body) : undefined;
}

/**
 * Merges a profile into the existing Patient: unknown elements, contacts, links and other identifiers are preserved.
 */
export function patientOf(
  profile: Profile,
  before?: Patient,
): { readonly resourceType: 'Patient'; readonly [element: string]: unknown } {
  const { maritalStatus: _maritalStatus, gender: _gender, extension: extensions, ...rest } = before ?? {};
  const others = (before?.identifier ?? []).filter((known) => !['NaID', 'SB'].includes(kindOf(known) ?? ''));
  const identifiers = [
    ...others,
    ...(profile.naid === undefined ? [] : [patientIdentifier('NaID', profile.naid)]),
    ...(profile.sb === undefined ? [] : [patientIdentifier('SB', profile.sb)]),
  ];
  const otherExtensions = (extensions ?? []).filter(({ url }) => url !== JOB_TITLE);
  const allExtensions = profile.job === undefined ? otherExtensions : [...otherExtensions, jobExtension(profile.job)];
  return {
    ...rest,
    resourceType: 'Patient',
    name: [storedName(profile.fullName)],
    birthDate: profile.birthDate,
    ...(profile.gender !== undefined && { gender: profile.gender }),
    ...(identifiers.length > 0 && { identifier: identifiers }),
    telecom: telecomOf(profile.phone, profile.email),
    address: [addressOf(profile.home)],
    ...(profile.maritalStatus !== undefined && {
      maritalStatus: {
        coding: [{ system: profile.maritalStatus === 'UNK' ? UNKNOWN : MARITAL, code: profile.maritalStatus }],
      },
    }),
    ...(allExtensions.length > 0 && { extension: allExtensions }),
  };
}

/**
 * Replaces or removes the picture.
 * @param key storage key of the picture
 */
export function withPhoto(
  patient: Patient,
  photo: { readonly key: string; readonly contentType: string } | undefined,
): { readonly resourceType: 'Patient'; readonly [element: string]: unknown } {
  const { photo: _before, ...rest } = patient;
  return {
    ...rest,
    resourceType: 'Patient',
    ...(photo !== undefined && { photo: [{ contentType: photo.contentType, url: photo.key }] }),
  };
}

/** Adds a contact person, replaces one (`index` given) or removes one (`contact` undefined). */
export function withContact(
  patient: Patient,
  index: number | undefined,
  contact: Contact | undefined,
): { readonly resourceType: 'Patient'; readonly [element: string]: unknown } {
  const { contact: before = [], ...rest } = patient;
  const made = contact === undefined ? [] : [contactOf(contact, index === undefined ? undefined : before[index])];
  const all = index === undefined ? [...before, ...made] : before.flatMap((one, at) => (at === index ? made : [one]));
  return { ...rest, resourceType: 'Patient', ...(all.length > 0 && { contact: all }) };
}

/** Extracts the profile from a Patient, as far as present. */
export function profileOf(patient: Patient): Partial<Profile> {
  const name = nameOf(patient.name);
  const gender = genderOf(patient.gender);
  const phone = primaryPhone(patient.telecom);
  const [email] = contactValues(patient.telecom, 'email');
  const naid = identifierOf(patient.identifier, 'NaID');
  const sb = identifierOf(patient.identifier, 'SB');
  const home = homeOf(patient.address?.[0]);
  const marital = (['U', 'M', 'UNK'] as const).find((code) =>
    patient.maritalStatus?.coding?.some((coding) => coding.code === code),
  );
  const job = jobOf(patient);
  return {
    ...(name !== undefined && { fullName: name }),
    ...(patient.birthDate !== undefined && { birthDate: patient.birthDate }),
    ...(gender !== undefined && { gender }),
    ...(phone !== undefined && { phone }),
    ...(email !== undefined && { email }),
    ...(naid !== undefined && { naid }),
    ...(sb !== undefined && { sb }),
    ...(home !== undefined && { home }),
    ...(marital !== undefined && { maritalStatus: marital }),
    ...(job !== undefined && { job }),
  };
}

/** Extracts a contact person; missing parts are omitted. */
export function contactIn(contact: PatientContact): Partial<Contact> {
  const name = formatName(contact.name);
  const relationship = (['C', 'E', 'U'] as const).find((code) =>
    contact.relationship?.some(({ coding }) => coding?.some((one) => one.code === code)),
  );
  const phone = primaryPhone(contact.telecom);
  const [email] = contactValues(contact.telecom, 'email');
  const gender = genderOf(contact.gender);
  const home = homeOf(contact.address);
  return {
    ...(name !== undefined && { name }),
    ...(relationship !== undefined && { relationship }),
    ...(phone !== undefined && { phone }),
    ...(email !== undefined && { email }),
    ...(gender !== undefined && { gender }),
    ...(home !== undefined && { home }),
  };
}

/**
 * Position of a contact person in another version of the record: the same entry, else one of the same name; undefined
 * if gone.
 */
export function contactIndex(patient: Patient, known: PatientContact): number | undefined {
  const all = patient.contact ?? [];
  const same = all.findIndex((contact) => JSON.stringify(contact) === JSON.stringify(known));
  const named =
    same >= 0
      ? same
      : all.findIndex(({ name }) => formatName(name) !== undefined && formatName(name) === formatName(known.name));
  return named < 0 ? undefined : named;
}

/** Name of the record's managing organisation (PROF-27). */
export function managingOrganizationOf(patient: Patient): string | undefined {
  return patient.managingOrganization?.resource?.name ?? patient.managingOrganization?.display;
}

function contactOf(contact: Contact, before: PatientContact | undefined): PatientContact {
  const { gender: _gender, address: _address, ...rest } = before ?? {};
  return {
    ...rest,
    name: storedName(contact.name),
    relationship: [{ coding: [{ system: CONTACT, code: contact.relationship }] }],
    telecom: telecomOf(contact.phone, contact.email),
    ...(contact.gender !== undefined && { gender: contact.gender }),
    ...(contact.home !== undefined && { address: addressOf(contact.home) }),
  };
}

/** Phone and e-mail, both with use mobile (PROF-23). */
function telecomOf(phone: string, email: string | undefined): readonly ContactPoint[] {
  return [
    { system: 'phone', value: storedPhone(phone) ?? phone, use: 'mobile' },
    ...(email === undefined ? [] : [{ system: 'email', value: email, use: 'mobile' }]),
  ];
}

/** House, street and ward as lines; the text joins all existing parts (D-23). */
function addressOf({ house, street, ward, district, city }: Home): Address {
  return {
    text: [house, street, ward, district, city].filter((part) => part !== '-').join(', '),
    line: [house, street, ward],
    district,
    city,
    country: 'VN',
  };
}

function homeOf(place: Address | undefined): Home | undefined {
  if (place === undefined) return undefined;
  const part = (value: string | undefined): string => (value === undefined || value === '-' ? '' : value);
  const [house, street, ward] = place.line ?? [];
  return {
    city: part(place.city),
    district: part(place.district),
    ward: part(ward),
    street: part(street),
    house: part(house),
  };
}

function jobExtension({ code, label }: Job) {
  return {
    url: JOB_TITLE,
    valueCodeableConcept: {
      coding: [{ system: OCCUPATION, code, ...(label !== undefined && { display: label }) }],
      ...(label !== undefined && { text: label }),
    },
  };
}

function jobOf(patient: Patient): Job | undefined {
  const concept = patient.extension?.find(({ url }) => url === JOB_TITLE);
  const coding = concept?.valueCodeableConcept?.coding?.[0] ?? concept?.valueCoding;
  if (coding?.code === undefined) return undefined;
  const label = coding.display ?? concept?.valueCodeableConcept?.text;
  return { code: coding.code, ...(label !== undefined && { label }) };
}

function genderOf(value: string | undefined): Profile['gender'] {
  return (['male', 'female', 'other', 'unknown'] as const).find((known) => known === value);
}
