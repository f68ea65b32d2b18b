import { checkForm, EMPTY_FORM, withTyped } from '../blood-pressure-create/blood-pressure-create.model.ts';
import { checkGlucose } from '../glucose-create/glucose-create.model.ts';
import { checkHealth, EMPTY_HEALTH_FORM, HEALTH_FIELDS } from '../health-create/health-create.model.ts';

const ZONE = 'Asia/Ho_Chi_Minh';
const NOW = Date.parse('2026-11-28T08:00:00Z');
const at = (note: string) => ({ date: '01/02/1999', time: '07:00', note });
// Unguided user input: signs, tags, another script, one letter, digits only.
const ODD = ['', '?', '<b>x</b>', '😀', '東京', '12345', 'a'];

test.each([
  [
    'blood pressure',
    (note: string) =>
      checkForm(
        { ...EMPTY_FORM, ...withTyped(EMPTY_FORM, 0, { systolic: '128', diastolic: '82' }), ...at(note) },
        NOW,
        ZONE,
      ),
  ],
  ['glucose', (note: string) => checkGlucose({ glucose: '5', unit: 'mmol/L', meal: '', ...at(note) }, NOW, ZONE)],
  [
    'health indexes',
    (note: string) => checkHealth({ ...EMPTY_HEALTH_FORM, pulse: '72', ...at(note) }, NOW, ZONE, null),
  ],
])('[UI-16] %s: what no rule asks for may be left out, and any note is taken', (_form, check) => {
  expect(ODD.filter((note) => !check(note).ok)).toEqual([]);
});

test.each(HEALTH_FIELDS.map(({ field }) => field))('[UI-16] of the health indexes %s alone is enough', (field) => {
  expect(checkHealth({ ...EMPTY_HEALTH_FORM, [field]: '20', ...at('') }, NOW, ZONE, null)).toMatchObject({ ok: true });
});
