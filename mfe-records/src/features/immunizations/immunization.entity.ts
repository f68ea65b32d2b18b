import type { Locale } from '@phr/contract/host-api';
import { meta, reference } from '@phr/fhir/datatypes';
import { isObject, list, lenientObject, text } from '@phr/fhir/json';
import { defined } from '@phr/fhir/reading';
import { isOwnEntry } from '@phr/fhir/source';
import type { StoredVersion } from '@phr/module-kit/correction';
import { storedDay } from '../form/form.model.ts';
import { type Chosen, chosenOf } from '../concepts/concept.entity.ts';
import { type Described, readDescribed } from '../described/described.entity.ts';

/** A vaccination in words, and whether this person entered it and may delete or change it. */
export interface Immunization extends Described {
  readonly isOwn: boolean;
  readonly isGiven: boolean;
}

/** A vaccination as the form changes it. */
export interface StoredImmunization extends StoredVersion {
  readonly isOwn: boolean;
  /** It was given: one that was refused or entered by mistake is not told by the form. */
  readonly isGiven: boolean;
  readonly vaccine: Chosen;
  /** YYYY-MM-DD, YYYY-MM or YYYY; absent when no date is known. */
  readonly day?: string;
  /** What is known of the day instead, in words: a season. */
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

/** FHIR says completed; a record without a status is taken for what it tells. */
const isGiven = (status: string | undefined): boolean => status === undefined || status === 'completed';

/** Who entered it is the server's word; without one, what a professional or an organisation gave and recorded is theirs (D-45). */
function isOwn(resource: unknown): boolean {
  const { meta: stamp, performer = [] } = wire(resource) ?? {};
  return isOwnEntry({
    meta: stamp,
    performer: performer.map(({ actor }) => actor).filter((actor) => actor !== undefined),
  });
}
