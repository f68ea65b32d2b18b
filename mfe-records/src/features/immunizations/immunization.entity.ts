import type { Locale } from '@phr/contract/host-api';
import { meta, reference } from '@phr/fhir/datatypes';
import { isObject, list, lenientObject, text } from '@phr/fhir/json';
import { defined } from '@phr/fhir/reading';
import { isOwnEntry } from '@phr/fhir/source';
import type { StoredVersion } from '@phr/module-kit/correction';
import { storedDay } from '../form/form.model.ts';
import { type Chosen, chosenOf } from '../concepts/concept.entity.ts';
import { type Described, readDescribed } from '../described/described.entity.ts';

/** A vaccination in words, and whether this person may change or delete it. */
export interface Immunization extends Described {
  readonly isOwn: boolean;
  readonly isGiven: boolean;
}

/** A vaccination as the form changes it. */
export interface StoredImmunization extends StoredVersion {
  readonly isOwn: boolean;
  /** True if given; the form does not show refused or erroneous ones. */
  readonly isGiven: boolean;
  readonly vaccine: Chosen;
  /** YYYY-MM-DD, YYYY-MM or YYYY; absent if unknown. */
  readonly day?: string;
  /** Text date instead, such as a season. */
  readonly inexactDay?: string;
  readonly facility?: string;
  readonly lot?: string;
  readonly note?: string;
}

const wire = lenientObject({
  id: text,
  status: text,
  meta,
  occurrenceDateTime: text,
  occurrenceString: text,
  lotNumber: text,
  performer: list(lenientObject({ actor: reference })),
  location: reference,
  note: list(lenientObject({ text })),
});

/** Reads a vaccination for the list. */
export function readImmunization(resource: unknown, locale: Locale): Immunization | undefined {
  const described = readDescribed(resource, locale);
  return described && { ...described, isOwn: isOwn(resource), isGiven: isGiven(described.statusCode) };
}

/** Reads a vaccination for the form; undefined without an id. */
export function readStored(resource: unknown): StoredImmunization | undefined {
  const raw = wire(resource);
  if (raw?.id === undefined || !isObject(resource)) return undefined;
  const day = storedDay(raw.occurrenceDateTime);
  return {
    id: raw.id,
    isOwn: isOwn(resource),
    isGiven: isGiven(raw.status),
    vaccine: chosenOf(resource['vaccineCode']),
    resource,
    ...defined({
      day,
      inexactDay: day === undefined ? raw.occurrenceString : undefined,
      facility:
        raw.performer?.find(({ actor }) => actor?.display !== undefined)?.actor?.display ?? raw.location?.display,
      lot: raw.lotNumber,
      note: raw.note
        ?.map(({ text: words }) => words)
        .filter((words) => words !== undefined)
        .join('\n'),
      version: raw.meta?.versionId,
    }),
  };
}

/** FHIR requires a status; without one, assume completed */
const isGiven = (status: string | undefined): boolean => status === undefined || status === 'completed';

/**
 * The server's stamp decides who entered it; without one, entries of professionals or organisations are theirs (D-45).
 */
function isOwn(resource: unknown): boolean {
  const { meta: stamp, performer = [] } = wire(resource) ?? {};
  return isOwnEntry({
    meta: stamp,
    performer: performer.map(({ actor }) => actor).filter((actor) => actor !== undefined),
  });
}
