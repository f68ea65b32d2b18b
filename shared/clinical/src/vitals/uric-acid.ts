import { loinc, loincs, snomed } from '../code-systems.ts';
import { times, UMOL_PER_L } from '../units.ts';
import { localized } from '@phr/i18n/localized';
import { defineVital } from './define-vital.ts';

export const uricAcid = defineVital({
  key: 'uricAcids',
  names: localized('Axit uric', 'Uric acid'),
  icon: 'crystal',
  group: 'metabolic',
  codes: {
    write: [loinc('14933-6', 'Urate [Moles/volume] in Serum or Plasma'), snomed('1710001', 'Uric acid')],
    read: loincs('3084-1'),
  },
  parts: [
    {
      key: 'value',
      field: 'uricAcid',
      measures: [
        {
          unit: UMOL_PER_L,
          decimals: 0,
          refuse: { above: 0, upTo: 3000 },
          ask: [50, 1200],
          slips: [{ from: 3, upTo: 20, unit: 'mg/dL' }],
        },
      ],
    },
  ],
  accept: { 'mg/dl': times(59.48, UMOL_PER_L, 0) },
  help: 'uricAcid',
  form: { screen: 'health-create' },
  hub: { kind: 'uric-acid', units: ['µmol/L'] },
});
