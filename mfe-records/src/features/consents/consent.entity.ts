import type { Locale } from '@phr/contract/host-api';
import {
  codeableConcept,
  coding,
  identifier,
  meta,
  period,
  reference,
  type CodeableConcept,
  type Reference,
} from '@phr/fhir/datatypes';
import { conceptWords } from '@phr/fhir/concepts';
import { typeWords } from '@phr/fhir/dictionary.types';
import { isObject, list, lenientObject, text } from '@phr/fhir/json';
import { defined, idOf, readable } from '@phr/fhir/reading';

/** Who may see the record, and which parts. With period and recipient it is an access grant (D-56). */
export interface Consent {
  readonly id: string;
  /** FHIR status. */
  readonly status: string;
  readonly isGrant: boolean;
  /** The number to read out to the provider (GRANT-01). */
  readonly requestCode?: string;
  readonly provider?: string;
  readonly staff?: string;
  readonly grantedTo?: string;
  readonly start?: string;
  readonly end?: string;
  /** When it was requested or last answered. */
  readonly dateTime?: string;
  /** Purpose, in the requester's words. */
  readonly subject?: string;
  /** True when it opens the whole record. */
  readonly isWhole: boolean;
  /** Parts of the record it opens, as texts or text keys; parts without text are omitted. */
  readonly parts: readonly ({ readonly words: string } | { readonly key: string })[];
  /** FHIR version, for If-Match. */
  readonly version?: string;
  /** The resource as sent: answers change only status and date. */
  readonly resource: { readonly [element: string]: unknown };
}

const wire = lenientObject({
  id: text,
  meta,
  status: text,
  identifier: list(identifier),
  category: list(codeableConcept),
  dateTime: text,
  organization: list(reference),
  provision: lenientObject({
    period,
    actor: list(lenientObject({ role: codeableConcept, reference })),
    class: list(coding),
    code: list(codeableConcept),
  }),
});
const named = lenientObject({ name: text });
const nameOf = (target: Reference | undefined): string | undefined => target?.display ?? named(target?.resource)?.name;
/** Recipient roles (HL7 v3 ParticipationType). */
const RECEIVERS = new Set(['PRCP', 'IRCP']);

/** Reads a Consent; undefined without an id. */
export function readConsent(resource: unknown, locale: Locale): Consent | undefined {
  const raw = wire(resource);
  if (raw?.id === undefined || !isObject(resource)) return undefined;
  const actors = raw.provision?.actor ?? [];
  const received = actors.filter(({ role }) => role?.coding?.some(({ code }) => RECEIVERS.has(code ?? '')) === true);
  const staff = actors.filter(
    ({ reference: target }) =>
      idOf(target, 'Practitioner') !== undefined || idOf(target, 'PractitionerRole') !== undefined,
  );
  const providers = [
    ...(raw.organization ?? []),
    ...actors.map(({ reference: target }) => target).filter((target) => idOf(target, 'Organization') !== undefined),
  ];
  const classes = (raw.provision?.class ?? [])
    .map(({ code, display }) => (code === undefined ? display : typeWords(code, locale)))
    .filter((words) => words !== undefined);
  return {
    id: raw.id,
    status: raw.status ?? 'unknown',
    isGrant: raw.provision?.period !== undefined && actors.length > 0,
    resource,
    isWhole: raw.provision?.class === undefined && raw.provision?.code === undefined,
    parts: [
      ...[...new Set(classes)].map((words) => ({ words })),
      ...(raw.provision?.code ?? []).map((code) => partOf(code, locale)).filter((part) => part !== undefined),
    ],
    ...defined({
      subject: raw.category?.map((one) => conceptWords(one, locale)).find((words) => words !== undefined),
      requestCode: raw.identifier?.find(({ value }) => value !== undefined)?.value,
      provider: providers.map(nameOf).find((name) => name !== undefined),
      staff: namesOf(staff),
      grantedTo: namesOf(received.length > 0 ? received : actors),
      start: readable(raw.provision?.period?.start),
      end: readable(raw.provision?.period?.end),
      dateTime: readable(raw.dateTime),
      version: raw.meta?.versionId,
    }),
  };
}

/** A programme's requirements (our own code system). */
const SHARED: Readonly<Record<string, string>> = { phone: 'consent.part.phone', fullName: 'consent.part.fullName' };

function partOf(concept: CodeableConcept, locale: Locale): Consent['parts'][number] | undefined {
  const key = concept.coding
    ?.map(({ system, code }) => (system?.endsWith('/CodeSystem/shared-data') === true ? SHARED[code ?? ''] : undefined))
    .find((one) => one !== undefined);
  const words = conceptWords(concept, locale);
  return key !== undefined ? { key } : words !== undefined ? { words } : undefined;
}

function namesOf(actors: readonly { readonly reference?: Reference }[]): string | undefined {
  const names = [
    ...new Set(actors.map(({ reference: target }) => nameOf(target)).filter((name) => name !== undefined)),
  ];
  return names.length === 0 ? undefined : names.join(', ');
}
