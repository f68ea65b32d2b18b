import { loinc, loincs, mdcs, snomed } from '../code-systems.ts';
import { PER_MINUTE, times } from '../units.ts';
import { localized } from '@phr/i18n/localized';
import { defineVital } from './define-vital.ts';

export const heartRate = defineVital({
  key: 'heartRates',
  names: localized('Nhịp tim', 'Heart rate'),
  icon: 'heart',
  group: 'cardio',
  codes: {
    write: [loinc('8867-4', 'Heart rate'), snomed('364075005', 'Heart rate')],
    // LOINC by oximeter, of the pulse, at rest, by ECG; MDC of ECG and of the pulse
    read: [...loincs('8889-8', '8893-0', '40443-4', '76282-3'), ...mdcs('147842', '149530')],
  },
  parts: [
    {
      key: 'value',
      field: 'pulse',
      measures: [{ unit: PER_MINUTE, decimals: 0, refuse: { above: 10, below: 250 }, ask: [30, 220] }],
    },
  ],
  accept: { hz: times(60, PER_MINUTE, 0) },
  unitText: 'bpm',
  form: { screen: 'health-create' },
  hub: { kind: 'pulse', units: ['/min'] },
  ble: [
    { characteristic: '2A35', pick: { value: 'pulse' } },
    { characteristic: '2A5E', pick: { value: 'pulse' } },
  ],
});
