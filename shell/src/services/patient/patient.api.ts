import type { PatientSummary, RecordAction } from '@phr/contract/host-api';
import {
  address,
  attachment,
  codeableConcept,
  contactPoint,
  humanName,
  identifier,
  reference,
} from '@phr/fhir/datatypes';
import { contactValues, formatAddress, primaryPhone } from '@phr/fhir/contacts';
import { patientCode } from '@phr/fhir/identifiers';
import { flag, isObject, list, lenientObject, type Parser, text } from '@phr/fhir/json';
import { nameOf } from '@phr/fhir/names';
import type { Client } from '@phr/http/client';

/** The identity service's account data (AUTH-22). */
export interface UserInfo {
  readonly sub: string;
  readonly preferredUsername: string;
  /** Id of the FHIR user. */
  readonly boxUser: string;
  readonly phoneNumberVerified: boolean;
  readonly phoneNumber?: string;
  readonly email?: string;
}

/** A patient as displayed by the shell. */
export interface PatientDetails extends PatientSummary {
  readonly code?: string;
  readonly phone?: string;
  readonly email?: string;
  readonly address?: string;
  /** Storage key of the picture. */
  readonly photo?: string;
  /** False if the record names no emergency contact. */
  readonly hasContact?: boolean;
  readonly relatedPersonIds: readonly string[];
  /** The RelatedPerson that links this member to the family. */
  readonly relatedPersonId?: string;
  /** When access to this record expires, ISO 8601; absent if it does not. */
  readonly openUntil?: string;
}

/** Access rights to a record. */
export type RecordRight = Pick<PatientDetails, 'may' | 'mayWrite' | 'openUntil'>;

/** A family member, as listed in its Group. */
export interface Member {
  readonly id: string;
  readonly name?: string;
}

const asUserInfo = lenientObject({
  sub: text,
  preferred_username: text,
  box_user: text,
  phone_number: text,
  phone_number_verified: flag,
  email: text,
});
const asUser = lenientObject({ id: text, data: lenientObject({ patient_id: text }) });
const asPatient = lenientObject({
  id: text,
  name: list(humanName),
  birthDate: text,
  gender: text,
  identifier: list(identifier),
  telecom: list(contactPoint),
  address: list(address),
  photo: list(attachment),
  contact: list(lenientObject({})),
  link: list(lenientObject({ type: text, other: reference })),
});
const asGroup = lenientObject({
  resourceType: text,
  member: list(lenientObject({ entity: reference, inactive: flag })),
});
const asBundle = lenientObject({ entry: list(lenientObject({ resource: asGroup })) });
const ACTIONS: readonly RecordAction[] = ['read', 'create', 'update', 'delete', 'share'];
const action: Parser<RecordAction> = (value) => ACTIONS.find((known) => known === value);
const asRight = lenientObject({ patientId: text, rights: text, may: list(action), endsAt: text });
const asRelatedPerson = lenientObject({ patient: reference, relationship: list(codeableConcept) });

/** The id in a reference such as 'Patient/42', if it is of that type. */
export function idIn(value: string | undefined, type: string): string | undefined {
  return new RegExp(`(?:^|/)${type}/([^/?#]+)$`).exec(value ?? '')?.[1];
}

const GENDERS = ['male', 'female', 'other', 'unknown'] as const;

/** Parses a Patient; undefined without an id. */
export function toPatient(body: unknown, relationship: string): PatientDetails | undefined {
  const patient = asPatient(body);
  if (patient?.id === undefined) return undefined;
  const gender = GENDERS.find((known) => known === patient.gender);
  const code = patientCode({ ...patient, id: patient.id });
  const phone = primaryPhone(patient.telecom);
  const [email] = contactValues(patient.telecom, 'email');
  const home = formatAddress(patient.address?.[0]);
  const photo = patient.photo?.find(({ url }) => url !== undefined)?.url;
  return {
    id: patient.id,
    name: nameOf(patient.name) ?? '',
    ...(patient.birthDate === undefined ? {} : { birthDate: patient.birthDate }),
    ...(gender === undefined ? {} : { gender }),
    relationship,
    ...(code === undefined ? {} : { code }),
    ...(phone === undefined ? {} : { phone }),
    ...(email === undefined ? {} : { email }),
    ...(home === undefined ? {} : { address: home }),
    ...(photo === undefined ? {} : { photo }),
    hasContact: (patient.contact ?? []).length > 0,
    relatedPersonIds: (patient.link ?? [])
      .filter(({ type }) => type === 'seealso')
      .map(({ other }) => idIn(other?.reference, 'RelatedPerson'))
      .filter((id) => id !== undefined),
  };
}

/** Parses a userinfo response; undefined if it names nobody. Accepts snake and camel case keys. */
export function toUserInfo(body: unknown): UserInfo | undefined {
  const sent = isObject(body)
    ? Object.fromEntries(
        Object.entries(body).map(([key, value]) => [
          key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
          value,
        ]),
      )
    : undefined;
  const info = asUserInfo(sent);
  if (info?.sub === undefined) return undefined;
  return {
    sub: info.sub,
    preferredUsername: info.preferred_username ?? '',
    boxUser: info.box_user ?? '',
    phoneNumberVerified: info.phone_number_verified === true,
    ...(info.phone_number === undefined ? {} : { phoneNumber: info.phone_number }),
    ...(info.email === undefined ? {} : { email: info.email }),
  };
}

/** Calls for account, main patient and family. All reject with AppError. */
export interface PatientApi {
  userInfo(): Promise<UserInfo | undefined>;
  /** Id of the account's main patient; undefined if it has none. */
  mainPatientId(boxUser: string): Promise<string | undefined>;
  patient(id: string, relationship: string): Promise<PatientDetails | undefined>;
  /** The family's members. */
  familyOf(mainId: string): Promise<readonly Member[]>;
  /** The account's rights by record id. Beyond the catalogue: rejects if unsupported. */
  rights(): Promise<ReadonlyMap<string, RecordRight>>;
  /** The patient behind a RelatedPerson, and their relationship to the main patient. */
  relatedPerson(id: string): Promise<{ readonly patientId: string; readonly relationship: string } | undefined>;
}

export function createPatientApi(
  client: Client,
  userinfoEndpoint: () => Promise<string>,
  identity: Client,
): PatientApi {
  const get = async (path: string, query?: Readonly<Record<string, string>>): Promise<unknown> =>
    (await client.send({ service: 'fhir', method: 'GET', path, ...(query === undefined ? {} : { query }) })).body;
  return {
    async userInfo() {
      const { body } = await identity.send({ service: 'identity', method: 'GET', path: await userinfoEndpoint() });
      return toUserInfo(body);
    },
    mainPatientId: async (boxUser) => asUser(await get(`/User/${encodeURIComponent(boxUser)}`))?.data?.patient_id,
    patient: async (id, relationship) => toPatient(await get(`/Patient/${encodeURIComponent(id)}`), relationship),
    async familyOf(mainId) {
      const bundle = asBundle(
        await get(`/Patient/${encodeURIComponent(mainId)}/Group`, { type: 'person', code: 'FAMILY', _count: '1' }),
      );
      const members = bundle?.entry?.[0]?.resource?.member ?? [];
      return members.flatMap(({ entity, inactive }) => {
        const id = idIn(entity?.reference, 'Patient');
        return inactive === true || id === undefined
          ? []
          : [{ id, ...(entity?.display !== undefined && { name: entity.display }) }];
      });
    },
    async rights() {
      const { body } = await client.send({
        service: 'admin',
        method: 'GET',
        path: '/patient-app/related-person/rights',
      });
      return new Map(
        (list(asRight)(body) ?? []).flatMap(({ patientId, rights, may, endsAt }) =>
          patientId === undefined
            ? []
            : [
                [
                  patientId,
                  {
                    ...(may !== undefined && { may }),
                    // older servers send the level only
                    mayWrite: may?.includes('update') ?? rights === 'write',
                    ...(endsAt !== undefined && { openUntil: endsAt }),
                  },
                ],
              ],
        ),
      );
    },
    async relatedPerson(id) {
      const person = asRelatedPerson(await get(`/RelatedPerson/${encodeURIComponent(id)}`));
      const patientId = idIn(person?.patient?.reference, 'Patient');
      const relationship = person?.relationship
        ?.flatMap(({ coding }) => coding ?? [])
        .find(({ code }) => code !== undefined)?.code;
      return patientId === undefined ? undefined : { patientId, relationship: relationship ?? '' };
    },
  };
}
