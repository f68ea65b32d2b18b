import type { Locale } from '@phr/contract/host-api';
import {
  attachment,
  codeableConcept,
  dosage,
  identifier,
  money,
  period,
  quantity,
  reference,
  type Money,
} from '@phr/fhir/datatypes';
import { anything, flag, list, lenientObject, text } from '@phr/fhir/json';
import { conceptWords } from '@phr/fhir/concepts';
import { dosesWords } from '@phr/fhir/describe/dosage';
import { statusWords } from '@phr/fhir/dictionary.codes';
import { formatQuantity } from '@phr/fhir/quantities';
import { defined, hasCode, idOf, readable } from '@phr/fhir/reading';
import { readDescribed, incompletelyDescribed, type Described } from '../described/described.entity.ts';

// Section data of each resource (ENC-06 to ENC-11). Parsers omit what the provider did not state.

/** Status in words and as code: stopped, cancelled or withdrawn entries must not look valid. */
export interface CodedStatus {
  readonly status?: string;
  readonly statusCode?: string;
}

function statedAs(type: string, code: string | undefined, locale: Locale): CodedStatus {
  return code === undefined ? {} : defined({ status: statusWords(type, code)?.[locale], statusCode: code });
}

export interface Medication extends CodedStatus {
  readonly id: string;
  readonly name?: string;
  /** Number and unit in words. */
  readonly quantity?: string;
  readonly dosage?: string;
  /** It is taken now. */
  readonly isCurrent?: true;
  /** Set if the text omits something. */
  readonly incomplete?: Described;
  /** The prescriber forbids it. */
  readonly isForbidden?: true;
  readonly route?: string;
  readonly requester?: string;
  readonly nationalCode?: string;
  readonly authoredOn?: string;
}

const medicationWire = lenientObject({
  id: text,
  status: text,
  doNotPerform: flag,
  medicationCodeableConcept: codeableConcept,
  medicationReference: reference,
  dosageInstruction: list(dosage),
  requester: reference,
  authoredOn: text,
  groupIdentifier: identifier,
  identifier: list(identifier),
  dispenseRequest: lenientObject({ quantity }),
  contained: list(anything),
});
const medicationResource = lenientObject({ id: text, code: codeableConcept });

/** Parses a MedicationRequest. The medicine is named inline, contained or resolved. */
export function readMedication(resource: unknown, locale: Locale): Medication | undefined {
  const raw = medicationWire(resource);
  if (raw?.id === undefined) return undefined;
  const contained = raw.contained
    ?.map(medicationResource)
    .find((one) => `#${one?.id ?? ''}` === raw.medicationReference?.reference);
  const resolved = medicationResource(raw.medicationReference?.resource);
  const described = readDescribed(resource, locale);
  const instructions = dosesWords(raw.dosageInstruction ?? [], locale);
  return {
    id: raw.id,
    ...statedAs('MedicationRequest', raw.status, locale),
    ...defined({
      isForbidden: raw.doNotPerform === true ? (true as const) : undefined,
      isCurrent: described?.standing === 'current' ? (true as const) : undefined,
      incomplete: incompletelyDescribed(resource, locale),
      name:
        conceptWords(raw.medicationCodeableConcept, locale) ??
        conceptWords(resolved?.code, locale) ??
        conceptWords(contained?.code, locale) ??
        raw.medicationReference?.display,
      quantity: formatQuantity(raw.dispenseRequest?.quantity, locale),
      dosage: instructions.length === 0 ? undefined : instructions.join('. '),
      route: conceptWords(raw.dosageInstruction?.find(({ route }) => route !== undefined)?.route, locale),
      requester: raw.requester?.display,
      nationalCode: raw.groupIdentifier?.value ?? raw.identifier?.find(({ type }) => hasCode(type, 'NTC'))?.value,
      authoredOn: readable(raw.authoredOn),
    }),
  };
}

export interface Service {
  readonly id: string;
  readonly status?: string;
  /** The requester forbids it. */
  readonly isForbidden?: true;
  readonly name?: string;
  /** Number and unit in words. */
  readonly quantity?: string;
  readonly occurrence?: string;
  readonly authoredOn?: string;
  readonly instruction?: string;
  readonly requester?: string;
  readonly performer?: string;
  readonly encounterId?: string;
}

const serviceWire = lenientObject({
  id: text,
  status: text,
  doNotPerform: flag,
  code: codeableConcept,
  quantityQuantity: quantity,
  occurrenceDateTime: text,
  occurrencePeriod: period,
  authoredOn: text,
  patientInstruction: text,
  requester: reference,
  performer: list(reference),
  encounter: reference,
});

/** Reads a ServiceRequest. */
export function readService(resource: unknown, locale: Locale): Service | undefined {
  const raw = serviceWire(resource);
  if (raw?.id === undefined) return undefined;
  return {
    id: raw.id,
    ...defined({
      status: raw.status,
      isForbidden: raw.doNotPerform === true ? (true as const) : undefined,
      name: conceptWords(raw.code, locale),
      quantity: formatQuantity(raw.quantityQuantity, locale),
      occurrence: readable(raw.occurrenceDateTime ?? raw.occurrencePeriod?.start),
      authoredOn: readable(raw.authoredOn),
      instruction: raw.patientInstruction,
      requester: raw.requester?.display,
      performer: raw.performer?.find(({ display }) => display !== undefined)?.display,
      encounterId: idOf(raw.encounter, 'Encounter'),
    }),
  };
}

export interface Picture extends CodedStatus {
  readonly id: string;
  readonly title?: string;
  readonly contentType?: string;
  readonly url?: string;
  readonly createdAt?: string;
}

const mediaWire = lenientObject({
  id: text,
  status: text,
  type: codeableConcept,
  modality: codeableConcept,
  bodySite: codeableConcept,
  createdDateTime: text,
  issued: text,
  content: attachment,
});

/** Reads a Media resource. */
export function readMedia(resource: unknown, locale: Locale): Picture | undefined {
  const raw = mediaWire(resource);
  if (raw?.id === undefined) return undefined;
  return {
    id: raw.id,
    ...statedAs('Media', raw.status, locale),
    ...defined({
      title:
        raw.content?.title ??
        conceptWords(raw.bodySite, locale) ??
        conceptWords(raw.modality, locale) ??
        conceptWords(raw.type, locale),
      contentType: raw.content?.contentType,
      url: raw.content?.url,
      createdAt: readable(raw.createdDateTime ?? raw.issued ?? raw.content?.creation),
    }),
  };
}

export interface Study extends CodedStatus {
  readonly id: string;
  readonly description?: string;
  readonly started?: string;
  readonly images?: number;
  /** URL of the files, if the server resolved the endpoint. */
  readonly endpoint?: string;
}

const studyWire = lenientObject({
  id: text,
  status: text,
  description: text,
  started: text,
  procedureCode: list(codeableConcept),
  modality: list(anything),
  numberOfInstances: (value) => (typeof value === 'number' ? value : undefined),
  endpoint: list(reference),
});
/** Host name of an endpoint's URL, or the URL as sent. */
export function hostOf(address: string): string {
  return URL.canParse(address) && new URL(address).host !== '' ? new URL(address).host : address;
}

const endpointResource = lenientObject({ address: text });

/** Reads an ImagingStudy. */
export function readStudy(resource: unknown, locale: Locale): Study | undefined {
  const raw = studyWire(resource);
  if (raw?.id === undefined) return undefined;
  return {
    id: raw.id,
    ...statedAs('ImagingStudy', raw.status, locale),
    ...defined({
      description:
        raw.description ??
        raw.procedureCode?.map((one) => conceptWords(one, locale)).find((words) => words !== undefined),
      started: readable(raw.started),
      images: raw.numberOfInstances,
      endpoint: raw.endpoint
        ?.map((one) => endpointResource(one.resource)?.address)
        .find((address) => address !== undefined),
    }),
  };
}

export interface Insurance extends CodedStatus {
  readonly id: string;
  readonly code?: string;
  readonly kind?: string;
  readonly serviceProviderNo?: string;
  readonly payor?: string;
  readonly validFrom?: string;
  readonly validTo?: string;
  /** Vouchers are stored as coverage too, but are not insurance. */
  readonly isVoucher: boolean;
}

const coverageWire = lenientObject({
  id: text,
  status: text,
  type: codeableConcept,
  subscriberId: text,
  identifier: list(identifier),
  period,
  payor: list(reference),
  class: list(lenientObject({ type: codeableConcept, value: text, name: text })),
});

/** Parses a Coverage; the card number is the subscriber's, else the first identifier. */
export function readCoverage(resource: unknown, locale: Locale): Insurance | undefined {
  const raw = coverageWire(resource);
  if (raw?.id === undefined) return undefined;
  return {
    id: raw.id,
    isVoucher: hasCode(raw.type, 'VOUCHER'),
    ...statedAs('Coverage', raw.status, locale),
    ...defined({
      code: raw.subscriberId ?? raw.identifier?.find(({ value }) => value !== undefined)?.value,
      kind: conceptWords(raw.type, locale),
      serviceProviderNo: raw.class?.find(({ type }) => hasCode(type, 'plan') || hasCode(type, 'group'))?.value,
      payor: raw.payor?.find(({ display }) => display !== undefined)?.display,
      validFrom: readable(raw.period?.start),
      validTo: readable(raw.period?.end),
    }),
  };
}

/** The account to which an encounter is charged. */
export interface Account {
  readonly id: string;
  readonly name?: string;
  readonly status?: string;
  readonly owner?: string;
  readonly start?: string;
  readonly end?: string;
  readonly coverageId?: string;
}

const accountWire = lenientObject({
  id: text,
  name: text,
  status: text,
  servicePeriod: period,
  owner: reference,
  coverage: list(lenientObject({ coverage: reference })),
});

/** Reads an Account. */
export function readAccount(resource: unknown): Account | undefined {
  const raw = accountWire(resource);
  if (raw?.id === undefined) return undefined;
  return {
    id: raw.id,
    ...defined({
      name: raw.name,
      status: raw.status,
      owner: raw.owner?.display,
      start: readable(raw.servicePeriod?.start),
      end: readable(raw.servicePeriod?.end),
      coverageId: raw.coverage?.map(({ coverage }) => idOf(coverage, 'Coverage')).find((id) => id !== undefined),
    }),
  };
}

/** Cost groups: medication, supplies, other (COV-03); complete the text key `claim.<kind>`. */
export type CostKind = 'T_THUOC' | 'T_VTYT' | 'other';

export interface Cost {
  readonly kind: CostKind;
  readonly name?: string;
  readonly amount?: Money;
}

export interface Claim {
  readonly id: string;
  readonly costs: readonly Cost[];
  readonly total?: Money;
}

const claimWire = lenientObject({
  id: text,
  status: text,
  total: money,
  item: list(
    lenientObject({
      productOrService: codeableConcept,
      category: codeableConcept,
      net: money,
      encounter: list(reference),
    }),
  ),
});

/** Parses a Claim, items by group. Cancelled or erroneous ones are dropped. */
export function readClaim(resource: unknown, locale: Locale): Claim | undefined {
  const raw = claimWire(resource);
  if (raw?.id === undefined || raw.status === 'cancelled' || raw.status === 'entered-in-error') return undefined;
  return {
    id: raw.id,
    costs: (raw.item ?? []).map(({ productOrService, category, net }) => {
      const kind =
        (['T_THUOC', 'T_VTYT'] as const).find((code) => hasCode(productOrService, code) || hasCode(category, code)) ??
        'other';
      return { kind, ...defined({ name: conceptWords(productOrService, locale), amount: net }) };
    }),
    ...defined({ total: raw.total }),
  };
}

/** A document of an encounter, in storage or another system. */
export interface Paper extends CodedStatus {
  readonly id: string;
  readonly title?: string;
  readonly date?: string;
  /** Key of the storage, from which it can be opened. */
  readonly key?: string;
  readonly contentType?: string;
}

const paperWire = lenientObject({
  id: text,
  status: text,
  docStatus: text,
  description: text,
  type: codeableConcept,
  date: text,
  content: list(lenientObject({ attachment })),
});

/** Parses a DocumentReference; erroneous ones are dropped. */
export function readPaper(resource: unknown, locale: Locale): Paper | undefined {
  const raw = paperWire(resource);
  if (raw?.id === undefined || raw.status === 'entered-in-error' || raw.docStatus === 'entered-in-error')
    return undefined;
  const file = raw.content?.[0]?.attachment;
  return {
    id: raw.id,
    ...statedAs('DocumentReference', raw.status === 'superseded' ? raw.status : raw.docStatus, locale),
    ...defined({
      title: file?.title ?? raw.description ?? conceptWords(raw.type, locale),
      date: readable(raw.date ?? file?.creation),
      contentType: file?.contentType,
      key: file?.url !== undefined && /^[\w.-]+\/[\w./-]+$/.test(file.url) ? file.url : undefined,
    }),
  };
}

export interface Diagnosis extends CodedStatus {
  readonly id: string;
  readonly name?: string;
  readonly code?: string;
  readonly note?: string;
}

const conditionWire = lenientObject({
  id: text,
  code: codeableConcept,
  verificationStatus: codeableConcept,
  note: list(lenientObject({ text })),
});

/** Parses a Condition as a diagnosis. The code accompanies the name, never alone; certainty is its status. */
export function readDiagnosis(resource: unknown, locale: Locale): Diagnosis | undefined {
  const raw = conditionWire(resource);
  if (raw?.id === undefined) return undefined;
  const name = conceptWords(raw.code, locale);
  return {
    id: raw.id,
    ...defined({
      status: conceptWords(raw.verificationStatus, locale),
      statusCode: raw.verificationStatus?.coding?.[0]?.code,
      name,
      code: name === undefined ? undefined : icd10(raw.code?.coding),
      note: raw.note?.[0]?.text,
    }),
  };
}

/** ICD-10 codes appear on Vietnamese papers; other codes mean nothing to patients */
function icd10(
  codings: readonly { readonly system?: string; readonly code?: string }[] | undefined,
): string | undefined {
  return codings?.find(({ system }) => system?.includes('icd-10') === true)?.code;
}
