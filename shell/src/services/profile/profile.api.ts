import { languageOf } from '@phr/i18n/locale';
import { perLocale, type Localized } from '@phr/i18n/localized';
import { AppError } from '@phr/contract/app-error';
import { readSearchset } from '@phr/fhir/bundle';
import { formIdentifier } from '@phr/fhir/builders';
import { isObject, list, number, lenientObject, text } from '@phr/fhir/json';
import type { Client } from '@phr/http/client';
import { addressOfFile, filePath, type Put, uploadFile } from '@phr/http/stored-file';
import { type Patient, patientOf, type Profile, readPatient } from './profile.fhir.ts';

/** A city in the directory. */
export interface City {
  readonly name: string;
  /** 3 with districts, 2 without (D-23). */
  readonly levels: 2 | 3;
}

/** A ward as of July 2025. */
export interface WardNow {
  readonly city: string;
  readonly ward: string;
}

/** An occupation in all languages. */
export interface Occupation {
  readonly code: string;
  readonly words: Localized;
}

/** A Patient as stored. */
export interface Stored {
  readonly patient: Patient & { readonly id: string };
  /** FHIR version for If-Match. */
  readonly etag?: string;
}

type PatientBody = { readonly resourceType: 'Patient'; readonly [element: string]: unknown };

const asCity = lenientObject({ name: text, levels: number });
const asWard = lenientObject({ name: text, cityName: text });
const asConcept = lenientObject({
  code: text,
  display: text,
  designation: list(lenientObject({ language: text, value: text })),
});

/** Calls for profiles and the family. All reject with AppError. */
export interface ProfileApi {
  cities(): Promise<readonly City[]>;
  /** Names of a city's districts; empty where abolished. */
  districts(city: string): Promise<readonly string[]>;
  /**
   * Names of a city's wards; empty for a three-level city. Beyond the catalogue: where unsupported, wards are free
   * text.
   */
  wards(city: string): Promise<readonly string[]>;
  /** Current names of a ward from an address with a district; several if it was divided. Beyond the catalogue. */
  wardsNow(old: {
    readonly city: string;
    readonly district: string;
    readonly ward: string;
  }): Promise<readonly WardNow[]>;
  occupations(): Promise<readonly Occupation[]>;
  /** Creates the account's own record, and the account's entry first if missing. */
  createMain(
    account: { readonly userName: string; readonly phoneNumber: string },
    profile: Profile,
    idFor: (write: string) => string,
  ): Promise<Stored>;
  read(patientId: string): Promise<Stored>;
  /** Stores a changed Patient; rejected after a concurrent change. */
  update(patient: PatientBody, etag: string | undefined): Promise<Stored>;
  createMember(profile: Profile, relationship: string, key: string): Promise<Stored>;
  removeMember(
    member: {
      readonly relatedPersonId: string;
      readonly patientId: string;
      readonly relationship: string;
      readonly name: string;
    },
    key: string,
  ): Promise<void>;
  createCoverage(patientId: string, cardNumber: string, key: string): Promise<void>;
  /** Stores a picture under a new key of the patient and returns the key. */
  uploadPhoto(patientId: string, file: Blob, extension: string): Promise<string>;
  /** A temporary signed URL of a file. */
  addressOf(key: string): Promise<string>;
}

export function createProfileApi(client: Client, put?: Put): ProfileApi {
  const stored = (body: unknown, etag: string | undefined): Stored => {
    const patient = readPatient(body);
    if (patient?.id === undefined) throw new AppError({ code: 'FHIR_REQ_ERR', source: 'FHIR_SERVER' });
    return { patient: { ...patient, id: patient.id }, ...(etag !== undefined && { etag }) };
  };
  return {
    async cities() {
      const { body } = await client.send({ service: 'directory', method: 'GET', path: '/cities' });
      return (list(asCity)(body) ?? []).flatMap(({ name, levels }) =>
        name === undefined ? [] : [{ name, levels: levels === 2 ? 2 : 3 }],
      );
    },
    async districts(cityName) {
      const { body } = await client.send({
        service: 'directory',
        method: 'GET',
        path: '/districts/cityname',
        query: { cityName },
      });
      return (list(asCity)(body) ?? []).flatMap(({ name }) => (name === undefined ? [] : [name]));
    },
    async wards(cityName) {
      const { body } = await client.send({
        service: 'directory',
        method: 'GET',
        path: '/wards/cityname',
        query: { cityName },
      });
      return (list(asWard)(body) ?? []).flatMap(({ name }) => (name === undefined ? [] : [name]));
    },
    async wardsNow({ city: cityName, district: districtName, ward: wardName }) {
      const { body } = await client.send({
        service: 'directory',
        method: 'GET',
        path: '/wards/successors',
        query: { cityName, districtName, wardName },
      });
      return (list(asWard)(body) ?? []).flatMap(({ name, cityName: city }) =>
        name === undefined || city === undefined ? [] : [{ city, ward: name }],
      );
    },
    async occupations() {
      const { body } = await client.send({
        service: 'fhir',
        method: 'GET',
        path: '/Concept',
        query: { valueset: 'occupation', _count: 300 },
      });
      return readSearchset(body, asConcept, 'Concept')
        .resources.flatMap(({ code, display, designation }) => {
          const words = perLocale(
            (locale) => designation?.find(({ language }) => language === languageOf(locale))?.value ?? display ?? '',
          );
          return code === undefined || Object.values(words).includes('') ? [] : [{ code, words }];
        })
        .toSorted((a, b) => a.code.localeCompare(b.code));
    },
    async createMain({ userName, phoneNumber }, profile, idFor) {
      await client.send({
        service: 'fhir',
        method: 'POST',
        path: '/User',
        body: { resourceType: 'User', identifier: [], userName, phoneNumber, data: {} },
      });
      const key = idFor('patient');
      const made = patientOf(profile);
      const { body, etag } = await client.send({
        service: 'fhir',
        method: 'POST',
        path: '/Patient',
        idempotencyKey: key,
        body: {
          ...made,
          identifier: [
            ...(Array.isArray(made['identifier']) ? (made['identifier'] as readonly unknown[]) : []),
            formIdentifier(key),
          ],
        },
      });
      return stored(body, etag);
    },
    async read(patientId) {
      const { body, etag } = await client.send({
        service: 'fhir',
        method: 'GET',
        path: `/Patient/${encodeURIComponent(patientId)}`,
        query: { _assoc: 'managingOrganization' },
      });
      return stored(body, etag);
    },
    async update(patient, etag) {
      const { body, etag: next } = await client.send({
        service: 'fhir',
        method: 'PUT',
        path: `/Patient/${encodeURIComponent(String(patient['id']))}`,
        body: withoutResolved(patient),
        ...(etag !== undefined && { ifMatch: etag }),
      });
      return stored(body, next);
    },
    async createMember(profile, relationship, key) {
      const { body } = await client.send({
        service: 'admin',
        method: 'POST',
        path: '/patient-app/related-person/create-family-member',
        body: { patient: patientOf(profile), relationship },
        idempotencyKey: key,
      });
      return stored(isObject(body) ? body['patient'] : undefined, undefined);
    },
    async removeMember(member, key) {
      await client.send({
        service: 'admin',
        method: 'POST',
        path: '/patient-app/related-person/remove-family-member',
        body: member,
        idempotencyKey: key,
      });
    },
    async createCoverage(patientId, cardNumber, key) {
      const subject = { reference: `Patient/${patientId}` };
      await client.send({
        service: 'fhir',
        method: 'POST',
        path: '/Coverage',
        idempotencyKey: key,
        body: {
          resourceType: 'Coverage',
          identifier: [formIdentifier(key)],
          status: 'active',
          subscriberId: cardNumber,
          beneficiary: subject,
          payor: [subject],
        },
      });
    },
    uploadPhoto: async (patientId, file, extension) =>
      (await uploadFile(client, filePath(patientId, 'avatar', extension), file, put)).path,
    addressOf: (key) => addressOfFile(client, key),
  };
}

/** Strips targets the server resolved inline, which are not stored. */
function withoutResolved(patient: PatientBody): PatientBody {
  const organization = patient['managingOrganization'];
  if (!isObject(organization) || organization['resource'] === undefined) return patient;
  const { resource: _resource, ...reference } = organization;
  return { ...patient, managingOrganization: reference };
}
