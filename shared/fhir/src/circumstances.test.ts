import { loincs, snomeds } from '@phr/clinical/code-systems';
import type { VitalKey } from '@phr/clinical/codings';
import { mealComponent } from '@phr/clinical/meal';
import { circumstanceWords } from './circumstance-words.ts';
import { circumstancesOf } from './circumstances.ts';
import { observation } from './observation.ts';

const TEMPERATURE = { coding: [...loincs('8310-5'), ...snomeds('56342008')] };
const ARMPIT = { coding: loincs('8310-5', '8328-7') };
const OXYGEN_FLOW = {
  code: { coding: loincs('3151-8') },
  valueQuantity: { value: 2, unit: 'L/min', system: 'http://unitsofmeasure.org', code: 'L/min' },
};

const wordsOf = (vital: VitalKey, raw: object): readonly string[] | undefined => {
  const found = circumstancesOf(observation({ resourceType: 'Observation', ...raw }) ?? {}, vital);
  return found === undefined ? undefined : circumstanceWords(found, 'vi-VN');
};

test.each<[string, VitalKey, object, readonly string[] | undefined]>([
  ['a reading of our own form', 'temperatures', { code: TEMPERATURE }, undefined],
  ['a glucose with its meal', 'glucoses', { component: [mealComponent('fasting')] }, undefined],
  ['an exact code', 'temperatures', { code: ARMPIT }, ['Nhiệt độ đo ở nách']],
  ['a site', 'temperatures', { code: TEMPERATURE, bodySite: { text: 'Tai phải' } }, ['Tai phải']],
  ['a method', 'temperatures', { code: TEMPERATURE, method: { text: 'Hồng ngoại' } }, ['Hồng ngoại']],
  ['oxygen given', 'spo2s', { component: [OXYGEN_FLOW] }, ['Lưu lượng oxy thở vào: 2 L/min']],
  [
    'all of it',
    'temperatures',
    { code: ARMPIT, bodySite: { text: 'Tai phải' }, method: { text: 'Hồng ngoại' }, component: [OXYGEN_FLOW] },
    ['Nhiệt độ đo ở nách', 'Tai phải', 'Hồng ngoại', 'Lưu lượng oxy thở vào: 2 L/min'],
  ],
])('how a number was measured is told: %s', (_, vital, raw, words) => {
  expect(wordsOf(vital, raw)).toEqual(words);
});
