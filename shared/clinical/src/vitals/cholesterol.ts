import { loinc, loincs, snomed } from '../code-systems.ts';
import { dividedBy, MMOL_PER_L } from '../units.ts';
import { localized } from '@phr/i18n/localized';
import { defineVital } from './define-vital.ts';

export const cholesterol = defineVital({
  key: 'cholesterols',
  names: localized('Cholesterol toàn phần', 'Total cholesterol'),
  icon: 'drop C',
  group: 'metabolic',
  codes: {
    write: [
      loinc('14647-2', 'Cholesterol [Moles/volume] in Serum or Plasma'),
      snomed('121868005', 'Total cholesterol measurement'),
    ],
    read: loincs('2093-3', '35200-5'),
  },
  parts: [
    {
      key: 'value',
      field: 'cholesterol',
      measures: [
        {
          unit: MMOL_PER_L,
          decimals: 1,
          refuse: { above: 0, upTo: 50 },
          ask: [1, 15],
          slips: [{ from: 100, upTo: 400, unit: 'mg/dL' }],
        },
      ],
    },
  ],
  accept: { 'mg/dl': dividedBy(38.67, MMOL_PER_L, 1) },
  form: { screen: 'health-create' },
  hub: { kind: 'cholesterol', units: ['mmol/L'] },
});
