import { loincs, snomed } from '../code-systems.ts';
import { dividedBy, MMOL_PER_L } from '../units.ts';
import { localized } from '@phr/i18n/localized';
import { defineVital } from './define-vital.ts';

export const ketone = defineVital({
  key: 'ketones',
  names: localized('Ketone', 'Ketone'),
  icon: 'drop K',
  group: 'metabolic',
  // LOINC in serum and capillary blood
  codes: { write: [snomed('391465009', 'Ketones')], read: loincs('6873-4', '66441-7') },
  parts: [
    {
      key: 'value',
      field: 'ketone',
      measures: [{ unit: MMOL_PER_L, decimals: 1, refuse: { from: 0, upTo: 30 }, ask: [0, 10] }],
    },
  ],
  accept: { 'mg/dl': dividedBy(10.41, MMOL_PER_L, 1) },
  help: 'ketone',
  form: { screen: 'health-create' },
  hub: { kind: 'ketone', units: ['mmol/L'] },
});
