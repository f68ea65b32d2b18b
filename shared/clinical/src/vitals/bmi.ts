import { loinc, loincs, snomed } from '../code-systems.ts';
import { KG_PER_M2 } from '../units.ts';
import { localized } from '@phr/i18n/localized';
import { defineVital } from './define-vital.ts';

export const bodyMassIndex = defineVital({
  key: 'bmis',
  names: localized('Chỉ số khối cơ thể (BMI)', 'BMI'),
  icon: 'body',
  group: 'body',
  codes: {
    write: [loinc('39156-5', 'Body mass index (BMI) [Ratio]'), snomed('60621009', 'Body mass index')],
    read: loincs('89270-3'),
  },
  parts: [
    {
      key: 'value',
      field: 'bmi',
      measures: [{ unit: KG_PER_M2, decimals: 2, refuse: { above: 0 }, ask: [10, 70] }],
    },
  ],
  accept: {},
  help: 'bmi',
});
