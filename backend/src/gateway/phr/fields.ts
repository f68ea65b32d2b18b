import { isFhirDate } from '@phr/fhir/dates';
import * as plainDate from '@phr/time/plain-date';
import { z } from 'zod';

/** Id of a resource, as FHIR allows it. */
export const Id = z.string().regex(/^[A-Za-z0-9.-]{1,64}$/);
/** A calendar day 'YYYY-MM-DD' that exists. */
export const Day = z
  .string()
  .refine((text) => plainDate.parse(text) !== undefined)
  .meta({ format: 'date' });
/** A calendar date with its known precision: YYYY, YYYY-MM or YYYY-MM-DD. */
export const PartialDay = z.string().refine((text) => plainDate.parsePartial(text) !== undefined);
/** A day, or an instant with its zone. */
export const DateOrInstant = z.string().max(40).refine(isFhirDate);
/** An instant with its zone. */
export const Instant = z.iso.datetime({ offset: true });
/** One line that a person typed. */
export const Line = z.string().trim().min(1).max(200);
/** A free text of a person (D-44). */
export const FreeText = z.string().trim().max(2_000);
/** A typed or scanned code: case-insensitive, trimmed. */
export const TypedCode = z
  .string()
  .trim()
  .min(1)
  .max(64)
  .transform((value) => value.toUpperCase());

/** A resource of one type; its content is validated by the record server. */
export const resource = <T extends string>(type: T) => z.looseObject({ resourceType: z.literal(type) });

export const ById = z.object({ id: Id });
export const Deleted = z.object({ id: Id });
