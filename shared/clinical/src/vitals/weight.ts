import { loinc, loincs, snomed } from '../code-systems.ts';
import { dividedBy, KILOGRAM, POUNDS } from '../units.ts';
import { localized } from '@phr/i18n/localized';
import { defineVital } from './define-vital.ts';

export const weight = defineVital({
  key: 'weights',
  names: localized('Cân nặng', 'Weight'),
  icon: 'scales',
  group: 'body',
  codes: {
    write: [loinc('29463-7', 'Body weight'), snomed('27113001', 'Body weight')],
    // measured, self-reported, estimated
    read: loincs('3141-9', '3142-7', '8335-2'),
  },
  parts: [
    {
      key: 'value',
      field: 'weight',
      measures: [
        {
          unit: KILOGRAM,
          decimals: 1,
          refuse: { above: 0, below: 300 },
          ask: [2, 200],
          slips: [{ from: 2000, upTo: 200_000, unit: 'g' }],
        },
      ],
      jump: { share: 0.1, withinDays: 30 },
      typedDecimals: 1,
    },
  ],
  // birth weights in grams keep their precision
  accept: { g: dividedBy(1000, KILOGRAM, 3), '[lb_av]': POUNDS },
  form: { screen: 'health-create' },
  hub: { kind: 'weight', units: ['kg'] },
  ble: [{ characteristic: '2A9D', pick: { value: 'kg' } }],
});
