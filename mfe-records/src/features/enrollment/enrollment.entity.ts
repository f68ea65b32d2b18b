import { period } from '@phr/fhir/datatypes';
import { list, lenientObject, text } from '@phr/fhir/json';
import { defined, readable } from '@phr/fhir/reading';

/** Identifies a programme: link parameters e, t and o (D-98). */
export interface ProgrammeName {
  readonly enrollmentCode: string;
  readonly enrollmentType: string;
  readonly orgCode: string;
}

/** A programme of an organisation that one can join. */
export interface Programme extends ProgrammeName {
  readonly orgId: string;
  readonly orgName: string;
  readonly title: string;
  readonly description?: string;
  readonly start?: string;
  readonly end?: string;
  /** Data the organisation requests. */
  readonly shares: readonly ('phone' | 'fullName')[];
}

const wire = lenientObject({
  enrollmentCode: text,
  enrollmentType: text,
  orgCode: text,
  orgId: text,
  orgName: text,
  title: text,
  description: text,
  period,
  shares: list(text),
});

/** Parses a programme; undefined if anything a person must know before joining is missing. */
export function readProgramme(body: unknown): Programme | undefined {
  const raw = wire(body);
  if (
    raw?.enrollmentCode === undefined ||
    raw.enrollmentType === undefined ||
    raw.orgCode === undefined ||
    raw.orgId === undefined
  )
    return undefined;
  const {
    enrollmentCode,
    enrollmentType,
    orgCode,
    orgId,
    orgName = raw.orgCode,
    title = raw.enrollmentCode,
    description,
  } = raw;
  return {
    enrollmentCode,
    enrollmentType,
    orgCode,
    orgId,
    orgName,
    title,
    shares: (raw.shares ?? []).filter((share) => share === 'phone' || share === 'fullName'),
    ...defined({ description, start: readable(raw.period?.start), end: readable(raw.period?.end) }),
  };
}

const joined = lenientObject({ encounter: lenientObject({ id: text }) });

/** Id of the encounter started by joining; undefined if none (ENR-03). */
export function readJoined(body: unknown): string | undefined {
  return joined(body)?.encounter?.id;
}
