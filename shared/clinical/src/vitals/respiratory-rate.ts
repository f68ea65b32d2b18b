import { loinc, mdcs, snomed } from '../code-systems.ts';
import { PER_MINUTE, times } from '../units.ts';
import { localized } from '@phr/i18n/localized';
import { defineVital } from './define-vital.ts';

export const respiratoryRate = defineVital({
  key: 'respiratoryRates',
  names: localized('Nhịp thở', 'Respiratory rate'),
  icon: 'lungs',
  group: 'cardio',
  codes: {
    write: [loinc('9279-1', 'Respiratory rate'), snomed('86290005', 'Respiratory rate')],
    read: mdcs('151562'),
  },
  parts: [
    {
      key: 'value',
      field: 'respiratoryRate',
      measures: [{ unit: PER_MINUTE, decimals: 0, refuse: { above: 0, upTo: 150 }, ask: [6, 60] }],
    },
  ],
  accept: { hz: times(60, PER_MINUTE, 0) },
  form: { screen: 'health-create' },
});
