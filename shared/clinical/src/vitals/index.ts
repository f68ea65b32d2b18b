import { type Localized } from '@phr/i18n/localized';
import type { PartDefinition, PartKey, VitalDefinition } from './define-vital.ts';
import { LIST } from './list.ts';

type Listed = (typeof LIST)[number];

/** Name of a vital in routes, tiles, configuration and stored settings (D-02). */
export type VitalKey = Listed['key'];
/** Name of a part's field in forms. */
export type VitalField = Listed['parts'][number]['field'];
/** Fields of the form of single values. */
export type HealthFieldName = Extract<
  Listed,
  { readonly form: { readonly screen: 'health-create' } }
>['parts'][number]['field'];
/** Name of a vital in a hub's message. */
export type HubKind = Extract<Listed, { readonly hub: object }>['hub']['kind'];

/** One vital sign of the list. */
export interface Vital extends VitalDefinition {
  readonly key: VitalKey;
  readonly parts: readonly [VitalPart, ...VitalPart[]];
}
export interface VitalPart extends PartDefinition {
  readonly field: VitalField;
}

export const VITALS: readonly Vital[] = LIST;

/**
 * The vital of a key.
 * @throws RangeError for an unknown key.
 */
export function vital(key: VitalKey): Vital {
  const found = VITALS.find((one) => one.key === key);
  if (found === undefined) throw new RangeError(`No vital ${key}`);
  return found;
}

/**
 * A part of a vital.
 * @throws RangeError if the vital does not have it.
 */
export function partOf(key: VitalKey, part: PartKey): VitalPart {
  const found = vital(key).parts.find((one) => one.key === part);
  if (found === undefined) throw new RangeError(`No part ${part} of ${key}`);
  return found;
}

/** The vital's names by locale. */
export function namesOf(key: VitalKey): Localized {
  return vital(key).names;
}
