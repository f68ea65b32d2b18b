import { tokenOf } from './code-systems.ts';
import { isMeal, MEAL_CONTEXT, mealCoding, mealOf, MEALS } from './meal.ts';

test('each meal is written with a code of its own and read back by it', () => {
  expect(MEALS.map((meal) => mealOf(tokenOf(mealCoding(meal))))).toEqual([...MEALS]);
  expect(new Set([MEAL_CONTEXT.code, ...MEALS.map((meal) => mealCoding(meal).code)]).size).toBe(MEALS.length + 1);
  expect([
    mealOf(tokenOf(MEAL_CONTEXT)),
    mealOf(`https://lab.example|${mealCoding('fasting').code}`),
    isMeal('constructor'),
    isMeal('fasting'),
  ]).toEqual([undefined, undefined, false, true]);
});

test('a code is its term of ISO/IEEE 11073-10417 in partition 128', () => {
  const terms = { fasting: 29268, preMeal: 29260, postMeal: 29264, bedtime: 29300, casual: 29272 };
  expect(Object.fromEntries(MEALS.map((meal) => [meal, Number(mealCoding(meal).code) - 128 * 65_536]))).toEqual(terms);
  expect(Number(MEAL_CONTEXT.code) - 128 * 65_536).toBe(29256);
});
