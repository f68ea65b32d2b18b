import type { Locale } from '@phr/contract/host-api';
import { describe, type Description } from '@phr/fhir/describe';
import { dangerOf } from '@phr/fhir/describe/danger';
import { isObject } from '@phr/fhir/json';
import { localized } from '@phr/i18n/localized';
import { readEncounter } from '../encounters/encounter.entity.ts';
import { isLeftOpen } from '../encounters/encounter-state.model.ts';

/** Any resource of the record in words. */
export interface Described extends Description {
  readonly id: string;
  /** Danger rank for sorting allergies; 0 if unspecified. */
  readonly danger: number;
  /** The resource as sent, for viewing the original. */
  readonly original: unknown;
}

const NOT_CLOSED = localized('Đã khám, chưa ghi kết thúc', 'Seen, not closed yet');

/** A resource in words as of today: an examination of an earlier day is over, though nobody has closed it. */
export function describedNow(resource: unknown, locale: Locale): Description {
  const told = describe(resource, locale);
  const encounter = told.type === 'Encounter' ? readEncounter(resource, locale) : undefined;
  return encounter !== undefined && isLeftOpen(encounter, new Date()) ? { ...told, status: NOT_CLOSED[locale] } : told;
}

/** A resource whose text is incomplete, or whose meaning a condition may change; undefined if the text is complete. */
export function incompletelyDescribed(resource: unknown, locale: Locale): Described | undefined {
  const described = readDescribed(resource, locale);
  return described !== undefined && (described.unshown.length > 0 || described.isConditional) ? described : undefined;
}

/** Describes a resource; undefined without an id. */
export function readDescribed(resource: unknown, locale: Locale): Described | undefined {
  const id = isObject(resource) ? resource['id'] : undefined;
  return typeof id === 'string'
    ? { id, ...describedNow(resource, locale), danger: dangerOf(resource), original: resource }
    : undefined;
}
