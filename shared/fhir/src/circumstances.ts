import { MEAL_CONTEXT } from '@phr/clinical/meal';
import { tokenOf, tokensOf } from '@phr/clinical/code-systems';
import { componentOf, type VitalKey } from '@phr/clinical/codings';
import { VITALS } from '@phr/clinical/vitals/index';
import type { Locale } from '@phr/contract/locale';
import type { CodeableConcept } from './datatypes.ts';
import type { Observation, ObservationComponent } from './observation.ts';

/** What an observation tells beside its number: what exactly was measured, where on the body, how, and further parts (oxygen that was given). */
export interface Circumstances {
  readonly code?: CodeableConcept;
  readonly bodySite?: CodeableConcept;
  readonly method?: CodeableConcept;
  readonly parts: readonly ObservationComponent[];
}

/** Tells circumstances in words, e.g. `circumstanceWords`, which loads with the dictionaries of codes. */
export type CircumstanceWords = (circumstances: Circumstances, locale: Locale) => readonly string[];

/** What of an observation no number of its vital and no field of its form tells; undefined where that is nothing. */
export function circumstancesOf(observation: Observation, vitalKey: VitalKey): Circumstances | undefined {
  const { code, bodySite, method, component = [] } = observation;
  const exact = code?.coding?.filter((coding) => WRITTEN.get(vitalKey)?.has(tokenOf(coding)) !== true) ?? [];
  const parts = component.filter((part) => !isOfForm(part, vitalKey));
  if (exact.length === 0 && bodySite === undefined && method === undefined && parts.length === 0) return undefined;
  return {
    parts,
    ...(exact.length === 0 ? {} : { code: { coding: exact } }),
    ...(bodySite === undefined ? {} : { bodySite }),
    ...(method === undefined ? {} : { method }),
  };
}

/** True for a component that the form of a vital writes: a number of it, or the meal. */
export function isOfForm({ code }: Pick<ObservationComponent, 'code'>, vitalKey: VitalKey): boolean {
  return componentOf(vitalKey, code) !== undefined || code?.coding?.some((one) => MEAL.includes(tokenOf(one))) === true;
}

const MEAL = tokensOf(MEAL_CONTEXT);
/** The codes that a vital is written with. */
const WRITTEN: ReadonlyMap<VitalKey, ReadonlySet<string>> = new Map(
  VITALS.map(({ key, codes: { write, writeIn = {} } }) => [
    key,
    new Set([...write, ...Object.values(writeIn)].flatMap(tokensOf)),
  ]),
);
