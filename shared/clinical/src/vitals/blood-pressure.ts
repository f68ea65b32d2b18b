import { loinc, loincs, snomed, snomeds, type Code } from '../code-systems.ts';
import { MM_HG, times } from '../units.ts';
import { localized } from '@phr/i18n/localized';
import { defineVital, type ComponentCoding } from './define-vital.ts';

export const SYSTOLIC: ComponentCoding = {
  key: 'systolic',
  primaryCodings: [loinc('8480-6', 'Systolic blood pressure')],
  // LOINC sitting, standing, lying, mean
  aliases: [...snomeds('271649006'), ...loincs('8459-0', '8460-8', '8461-6', '96608-5')],
  unit: MM_HG,
};
export const DIASTOLIC: ComponentCoding = {
  key: 'diastolic',
  primaryCodings: [loinc('8462-4', 'Diastolic blood pressure')],
  aliases: [...snomeds('271650006'), ...loincs('8453-3', '8454-1', '8455-8', '96609-3')],
  unit: MM_HG,
};

const alone = ({ primaryCodings, aliases }: ComponentCoding): readonly Code[] => [...primaryCodings, ...aliases];

/** VIT-17 asks for whole numbers above 0; over 350 mmHg is a cuff error or a typo. */
const PRESSURE = { unit: MM_HG, decimals: 0, refuse: { whole: true, above: 0, upTo: 350 } } as const;

export const bloodPressure = defineVital({
  key: 'bloodPressures',
  names: localized('Huyết áp', 'Blood pressure'),
  icon: 'cuff',
  group: 'cardio',
  codes: {
    write: [loinc('85354-9', 'Blood pressure panel with all children optional'), snomed('75367002', 'Blood pressure')],
    // panels; a lone systolic or diastolic pressure counts too
    read: [...loincs('55284-4', '35094-2', '96607-7'), ...alone(SYSTOLIC), ...alone(DIASTOLIC)],
  },
  parts: [
    {
      key: 'systolic',
      field: 'systolic',
      names: localized('Tâm thu', 'Systolic'),
      component: SYSTOLIC,
      // people say 12 over 8, in centimetres of mercury
      measures: [{ ...PRESSURE, ask: [60, 260], slips: [{ from: 8, upTo: 25, places: 1 }] }],
      jump: { by: 60 },
    },
    {
      key: 'diastolic',
      field: 'diastolic',
      names: localized('Tâm trương', 'Diastolic'),
      component: DIASTOLIC,
      measures: [{ ...PRESSURE, ask: [30, 160], slips: [{ from: 4, upTo: 15, places: 1 }] }],
      jump: { by: 60 },
    },
  ],
  accept: { kpa: times(7.50062, MM_HG, 0) },
  help: 'bloodPressure',
  form: { screen: 'blood-pressure-create' },
  hub: { kind: 'blood-pressure', units: ['mmHg'] },
  ble: [{ characteristic: '2A35', pick: { systolic: 'systolic', diastolic: 'diastolic' } }],
});
