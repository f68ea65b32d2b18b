import { loinc, loincs, snomed, snomeds } from '../code-systems.ts';
import { CELSIUS, FAHRENHEIT } from '../units.ts';
import { localized } from '@phr/i18n/localized';
import { defineVital } from './define-vital.ts';

export const temperature = defineVital({
  key: 'temperatures',
  names: localized('Nhiệt độ', 'Temperature'),
  icon: 'thermometer',
  group: 'body',
  codes: {
    write: [loinc('8310-5', 'Body temperature'), snomed('56342008', 'Temperature taking')],
    // LOINC in the mouth, the armpit, the core, the rectum and the ear
    read: [...snomeds('386725007'), ...loincs('8331-1', '8328-7', '8329-5', '8332-9', '8333-7')],
  },
  parts: [
    {
      key: 'value',
      field: 'temperature',
      measures: [
        {
          unit: CELSIUS,
          decimals: 1,
          refuse: { from: 10, upTo: 47 },
          ask: [34, 42],
          slips: [
            { from: 93, upTo: 108, unit: '[degF]' },
            { from: 340, upTo: 420, places: -1 },
          ],
        },
      ],
    },
  ],
  accept: { '[degf]': FAHRENHEIT, k: { to: CELSIUS, decimals: 1, of: (value) => value - 273.15 } },
  form: { screen: 'health-create' },
  hub: { kind: 'temperature', units: ['°C'] },
  ble: [{ characteristic: '2A1C', pick: { value: 'celsius' } }],
});
