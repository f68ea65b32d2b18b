import type { Locale } from '@phr/contract/host-api';
import { isDeletable } from '@phr/clinical/deletable';
import { meta, reference } from '@phr/fhir/datatypes';
import { lenientObject } from '@phr/fhir/json';
import { idOf } from '@phr/fhir/reading';
import { isOwnSource, readSource } from '@phr/fhir/source';
import { type Described, readDescribed } from '../described/described.entity.ts';

/** A disease in words, and whether this person may take it out of the record. */
export interface Condition extends Described {
  readonly isOwn: boolean;
}

const wire = lenientObject({ meta, recorder: reference, asserter: reference, encounter: reference });

/** Reads a Condition. Who entered it is the server's word; without one, what a professional recorded, and what was found at a visit by somebody unnamed, is not the person's own. */
export function readCondition(resource: unknown, locale: Locale): Condition | undefined {
  const described = readDescribed(resource, locale);
  if (described === undefined) return undefined;
  const { meta: stamp, recorder, asserter, encounter } = wire(resource) ?? {};
  const source = readSource(stamp?.source);
  if (source !== undefined) return { ...described, isOwn: isOwnSource(source) };
  const isFree = isDeletable({ performer: [recorder, asserter].filter((one) => one !== undefined) });
  return { ...described, isOwn: isFree && (encounter === undefined || idOf(recorder, 'Patient') !== undefined) };
}
