import { isMeal, MEAL_CONTEXT, mealCoding, mealOf, MEALS } from './meal.ts';

test('each meal is written with a code of its own and read back by it', () => {
  expect(MEALS.map((meal) => mealOf(mealCoding(meal).code))).toEqual([...MEALS]);
  expect(new Set([MEAL_CONTEXT.code, ...MEALS.map((meal) => mealCoding(meal).code)]).size).toBe(MEALS.length + 1);
  expect([mealOf(MEAL_CONTEXT.code), mealOf(undefined), isMeal('constructor'), isMeal('fasting')]).toEqual([undefined, undefined, false, true]);
});
