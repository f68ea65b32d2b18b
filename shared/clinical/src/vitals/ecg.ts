import { loinc, loincs, mdc, mdcs, snomeds } from '../code-systems.ts';
import { PER_MINUTE, times } from '../units.ts';
import { localized } from '@phr/i18n/localized';
import { defineVital, type ComponentCoding } from './define-vital.ts';

/** The heart rate component of a recording. */
export const RATE: ComponentCoding = {
  key: 'heartRate',
  primaryCodings: [loinc('8867-4', 'Heart rate')],
  aliases: [...snomeds('364075005'), ...mdcs('147842'), ...loincs('76282-3')],
  unit: PER_MINUTE,
};

export const ecg = defineVital({
  key: 'ecgs',
  names: localized('Điện tim', 'ECG'),
  icon: 'wave',
  group: 'cardio',
  codes: { write: [mdc('131328', 'MDC_ECG_ELEC_POTL')], read: loincs('11524-6') },
  parts: [
    {
      key: 'value',
      field: 'ecg',
      component: RATE,
      measures: [{ unit: PER_MINUTE, decimals: 0, refuse: { above: 10, below: 250 }, ask: [30, 220] }],
    },
  ],
  accept: { hz: times(60, PER_MINUTE, 0) },
  unitText: 'bpm',
  help: 'ecg',
});
