import { loinc, loincs, mdcs, snomed } from '../code-systems.ts';
import { PERCENT, times } from '../units.ts';
import { localized } from '@phr/i18n/localized';
import { defineVital } from './define-vital.ts';

export const spo2 = defineVital({
  key: 'spo2s',
  names: localized('SpO2', 'SpO2'),
  longNames: localized('SpO2 – oxy trong máu', 'SpO2 – blood oxygen'),
  icon: 'finger',
  group: 'cardio',
  codes: {
    write: [
      loinc('2708-6', 'Oxygen saturation in Arterial blood'),
      loinc('59408-5', 'Oxygen saturation in Arterial blood by Pulse oximetry'),
      snomed('103228002', 'Hemoglobin saturation with oxygen'),
    ],
    read: [...loincs('20564-1'), ...mdcs('150456')],
  },
  parts: [
    {
      key: 'value',
      field: 'spo2',
      measures: [
        {
          unit: PERCENT,
          decimals: 0,
          refuse: { from: 0, upTo: 100 },
          ask: [70, 100],
          slips: [{ from: 0.7, upTo: 1, places: 2 }],
        },
      ],
    },
  ],
  accept: { '1': times(100, PERCENT, 0) },
  help: 'spo2',
  form: { screen: 'health-create' },
  hub: { kind: 'spo2', units: ['%'] },
  ble: [{ characteristic: '2A5E', pick: { value: 'spo2' } }],
});
