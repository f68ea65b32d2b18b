import { loinc, loincs } from '../code-systems.ts';
import { mgPerDlOf, mmolPerLOf } from '../glucose.ts';
import { dividedBy, MG_PER_DL, MMOL_PER_L, times } from '../units.ts';
import { localized } from '@phr/i18n/localized';
import { defineVital } from './define-vital.ts';

export const glucose = defineVital({
  key: 'glucoses',
  names: localized('Đường huyết', 'Glucose'),
  icon: 'drop',
  group: 'metabolic',
  codes: {
    write: [loinc('15074-8', 'Glucose [Moles/volume] in Blood')],
    // 15074-8 alone means a molar concentration
    writeIn: { [MG_PER_DL.code]: loinc('2339-0', 'Glucose [Mass/volume] in Blood') },
    // in blood, in plasma, from a finger stick, interstitial, fasting
    read: loincs('2339-0', '2345-7', '14749-6', '41653-7', '14743-9', '99504-3', '2340-8', '1558-6', '14771-0'),
  },
  parts: [
    {
      key: 'value',
      field: 'glucose',
      measures: [
        {
          unit: MMOL_PER_L,
          decimals: 1,
          refuse: { above: 0, upTo: 150 },
          ask: [1.5, 33.3],
          slips: [
            { from: 33.4, upTo: 600, unit: 'mg/dL', conversion: { to: MMOL_PER_L, decimals: 1, of: mmolPerLOf } },
          ],
        },
        {
          unit: MG_PER_DL,
          decimals: 0,
          refuse: { above: 0, upTo: 2700 },
          ask: [27, 600],
          // under 10 mg/dL nobody is awake to measure; above it, a very low value is likelier than the other unit
          slips: [{ from: 1.5, upTo: 10, unit: 'mmol/L', conversion: { to: MG_PER_DL, decimals: 0, of: mgPerDlOf } }],
        },
      ],
    },
  ],
  accept: { 'mg/l': dividedBy(10, MG_PER_DL, 0), 'g/l': times(100, MG_PER_DL, 0) },
  form: { screen: 'glucose-create' },
  hub: { kind: 'glucose', units: ['mmol/L', 'mg/dL'] },
  ble: [{ characteristic: '2A18', pick: { value: 'value' } }],
});
