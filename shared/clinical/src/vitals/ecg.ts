import { loinc, mdc } from '../code-systems.ts';
import { MILLISECOND, MILLIVOLT, PER_MINUTE, times } from '../units.ts';
import { defineVital, words, type ComponentCoding } from './define-vital.ts';

const lead = (key: string, code: string, display: string): ComponentCoding => ({
  key,
  primaryCodings: [mdc(code, display)],
  aliases: [],
  unit: MILLIVOLT,
});

/** Leads of an ECG as sampled data, in reading order (D-03). */
export const ECG_LEADS: readonly ComponentCoding[] = [
  lead('I', '131329', 'MDC_ECG_ELEC_POTL_I'),
  lead('II', '131330', 'MDC_ECG_ELEC_POTL_II'),
  lead('III', '131389', 'MDC_ECG_ELEC_POTL_III'),
];

const RATE: ComponentCoding = {
  key: 'heartRate',
  primaryCodings: [loinc('8867-4', 'Heart rate')],
  aliases: ['364075005', '147842', '76282-3'],
  unit: PER_MINUTE,
};

/** Measured values of an ECG. The documents name them without codes; these are the standard ones. PVCs are counted, ST is in millivolts. */
export const ECG_VALUES: readonly ComponentCoding[] = [
  RATE,
  { key: 'qrs', primaryCodings: [loinc('8633-0', 'QRS duration')], aliases: [], unit: MILLISECOND },
  { key: 'qt', primaryCodings: [loinc('8634-8', 'Q-T interval')], aliases: [], unit: MILLISECOND },
  { key: 'qtc', primaryCodings: [loinc('8636-3', 'Q-T interval corrected')], aliases: [], unit: MILLISECOND },
  {
    key: 'pvcs',
    primaryCodings: [mdc('148065', 'MDC_ECG_V_P_C_CNT')],
    aliases: [],
    unit: { code: '{count}', sign: '', key: 'count' },
  },
  { key: 'st', primaryCodings: [mdc('131840', 'MDC_ECG_AMPL_ST')], aliases: [], unit: MILLIVOLT },
];

export const ecg = defineVital({
  key: 'ecgs',
  names: words('Điện tim', 'ECG'),
  icon: 'wave',
  group: 'cardio',
  codes: { write: [mdc('131328', 'MDC_ECG_ELEC_POTL')], read: ['11524-6'] },
  parts: [
    {
      key: 'value',
      field: 'ecg',
      component: RATE,
      measures: [{ unit: PER_MINUTE, decimals: 0, refuse: { above: 10, below: 250 }, ask: [30, 220] }],
    },
  ],
  components: [...ECG_LEADS, ...ECG_VALUES],
  accept: { hz: times(60, PER_MINUTE, 0) },
  unitText: 'bpm',
  help: 'ecg',
});
