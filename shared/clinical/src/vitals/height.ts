import { loinc, loincs, snomed } from '../code-systems.ts';
import { CENTIMETRE, dividedBy, FEET, INCHES, times } from '../units.ts';
import { localized } from '@phr/i18n/localized';
import { defineVital } from './define-vital.ts';

export const height = defineVital({
  key: 'heights',
  names: localized('Chiều cao', 'Height'),
  icon: 'ruler',
  group: 'body',
  codes: {
    write: [loinc('8302-2', 'Body height'), snomed('50373000', 'Body height measure')],
    // measured, self-reported, lying
    read: loincs('3137-7', '3138-5', '8306-3'),
  },
  parts: [
    {
      key: 'value',
      field: 'height',
      measures: [
        {
          unit: CENTIMETRE,
          decimals: 1,
          refuse: { above: 0, upTo: 275 },
          ask: [40, 220],
          slips: [
            { from: 0.4, upTo: 2.2, unit: 'm' },
            { from: 400, upTo: 2200, unit: 'mm' },
          ],
        },
      ],
      jump: { by: 3, fromAge: 18 },
    },
  ],
  accept: {
    m: times(100, CENTIMETRE, 1),
    mm: dividedBy(10, CENTIMETRE, 1),
    '[in_i]': INCHES,
    '[ft_i]': FEET,
  },
  form: { screen: 'health-create' },
});
