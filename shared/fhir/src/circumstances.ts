import { MEAL_CONTEXT } from '@phr/clinical/meal';
import { tokenOf, tokensOf } from '@phr/clinical/code-systems';
import { componentOf, type VitalKey } from '@phr/clinical/codings';
import { VITALS } from '@phr/clinical/vitals/index';
import type { Locale } from '@phr/contract/locale';
import type { CodeableConcept } from './datatypes.ts';
import type { Observation, ObservationComponent } from './observation.ts';

/** Context of an observation's number: exact code, body site, method, and extra components (such as oxygen flow). */
export interface Circumstances {
  readonly code?: CodeableConcept;
  readonly bodySite?: CodeableConcept;
  readonly method?: CodeableConcept;
  readonly parts: readonly ObservationComponent[];
}

/** Formats circumstances, e.g. `circumstanceWords`, which is loaded with the code dictionaries. */
export type CircumstanceWords = (circumstances: Circumstances, locale: Locale) => readonly string[];

/** What an observation says beyond its vital's numbers and its form's fields; undefined if nothing. */
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

/** True for a component written by a vital's form: one of its numbers, or the meal. */
export function isOfForm({ code }: Pick<ObservationComponent, 'code'>, vitalKey: VitalKey): boolean {
  return componentOf(vitalKey, code) !== undefined || code?.coding?.some((one) => MEAL.includes(tokenOf(one))) === true;
}

const MEAL = tokensOf(MEAL_CONTEXT);
/** Codes each vital is written with. */
const WRITTEN: ReadonlyMap<VitalKey, ReadonlySet<string>> = new Map(
  VITALS.map(({ key, codes: { write, writeIn = {} } }) => [
    key,
    new Set([...write, ...Object.values(writeIn)].flatMap(tokensOf)),
  ]),
);
