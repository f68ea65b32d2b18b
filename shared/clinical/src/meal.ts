import { MDC, tokensOf, type Coding } from './code-systems.ts';

/** Relation of a glucose reading to meals, in the order of the day. */
export const MEALS = ['fasting', 'preMeal', 'postMeal', 'bedtime', 'casual'] as const;
export type Meal = (typeof MEALS)[number];

const mdc = (code: string, display: string): Coding => ({ system: MDC, code, display });

/**
 * Code of the component that holds the meal. Source: ISO/IEEE 11073-10417 (glucose meter), terms 29256 (the context)
 * and 29260, 29264, 29268, 29272 and 29300 (its values) of partition 128 (MDC_PART_PHD_DM); a code in FHIR is partition
 * x 65536 + term. Verified against the term tables of two public device agents.
 */
export const MEAL_CONTEXT: Coding = mdc('8417864', 'MDC_CTXT_GLU_MEAL');

const CODINGS: Readonly<Record<Meal, Coding>> = {
  preMeal: mdc('8417868', 'MDC_CTXT_GLU_MEAL_PREPRANDIAL'),
  postMeal: mdc('8417872', 'MDC_CTXT_GLU_MEAL_POSTPRANDIAL'),
  fasting: mdc('8417876', 'MDC_CTXT_GLU_MEAL_FASTING'),
  casual: mdc('8417880', 'MDC_CTXT_GLU_MEAL_CASUAL'),
  bedtime: mdc('8417908', 'MDC_CTXT_GLU_MEAL_BEDTIME'),
};

/** The coding that is written for a meal. */
export function mealCoding(meal: Meal): Coding {
  return CODINGS[meal];
}

const MEAL_BY_TOKEN: ReadonlyMap<string, Meal> = new Map(
  MEALS.flatMap((meal) => tokensOf(CODINGS[meal]).map((token): [string, Meal] => [token, meal])),
);

/** The meal of a code as resources write it (`tokenOf`); undefined for any other code. */
export function mealOf(token: string): Meal | undefined {
  return MEAL_BY_TOKEN.get(token);
}

export function isMeal(name: string): name is Meal {
  return MEALS.some((meal) => meal === name);
}

/** The component of a glucose reading that names its relation to a meal. */
export const mealComponent = (meal: Meal) => ({
  code: { coding: [MEAL_CONTEXT] },
  valueCodeableConcept: { coding: [mealCoding(meal)] },
});
