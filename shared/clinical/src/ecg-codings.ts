import { loinc, mdc } from './code-systems.ts';
import { MILLISECOND, MILLIVOLT } from './units.ts';
import type { ComponentCoding } from './vitals/define-vital.ts';
import { RATE } from './vitals/ecg.ts';

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

/**
 * Measured values of an ECG. The specification names them without codes; these are the standard ones. PVCs are counted,
 * ST is in millivolts.
 */
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
