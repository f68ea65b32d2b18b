import { LOINC } from '@phr/clinical/codings';
import { matchResult, type SentResult } from './match.ts';

const printed = (text: string, unit?: string, more: Partial<SentResult> = {}): SentResult => ({
  code: { text },
  ...(unit === undefined ? {} : { unit: { unit } }),
  ...more,
});
const coded = (code: string, text?: string, unit?: string): SentResult => ({
  code: { coding: [{ system: LOINC, code }], ...(text === undefined ? {} : { text }) },
  ...(unit === undefined ? {} : { unit: { code: unit } }),
});
const keyOf = (sent: SentResult): string | undefined => matchResult(sent)?.row.key;
const URINE_REPORT = { report: { text: 'Tổng phân tích nước tiểu' } };

test.each<[string, SentResult, string | undefined]>([
  ['a code', coded('14682-9', undefined, 'umol/L'), 'crea'],
  ['a name as it is printed', printed('Định lượng Creatinin (máu)', 'µmol/L'), 'crea'],
  ['capitals and marks of a name mean nothing', printed('HUYET SAC TO', 'g/L'), 'hgb'],
  ['one short name of two results, by its unit', printed('PCT', '%'), 'plateletcrit'],
  ['and by its other unit', printed('PCT', 'ng/mL'), 'pct'],
  ['nothing without the unit that tells them apart', printed('PCT'), undefined],
  ['red cells of blood', printed('Hồng cầu', 'T/L'), 'rbc'],
  ['red cells of urine', printed('Hồng cầu', '/µL', URINE_REPORT), 'u-bld'],
  ['red cells of nobody knows what', printed('Hồng cầu'), undefined],
  ['glucose without a unit', printed('Glucose'), undefined],
  ['glucose of urine by the specimen', printed('Glucose', 'mmol/L', { specimen: 'Nước tiểu' }), 'u-glu'],
  ['a blood result whose specimen is urine', { ...coded('2951-2', undefined, 'mmol/L'), specimen: 'Urine' }, undefined],
  ['a part of a name', printed('Hồng cầu lưới gì đó', 'T/L'), undefined],
  ['a short name of a vital sign from a laboratory', printed('HA', 'mmHg'), undefined],
  ['a code that another name contradicts', coded('13952-7', 'HBeAg'), undefined],
  ['urea nitrogen is not urea', coded('3094-0', undefined, 'mg/dL'), 'bun'],
  ['nor by its other code', coded('6299-2', undefined, 'mg/dL'), 'bun'],
  ['a code of no row', coded('99999-9', undefined, 'mg/dL'), undefined],
])('%s', (_, sent, key) => {
  expect(keyOf(sent)).toBe(key);
});

test('a number in a unit that the row does not know is explained and never judged', () => {
  expect(matchResult(coded('13457-7', undefined, '%'))).toMatchObject({ row: { key: 'ldl' }, unitFits: false });
  expect(matchResult(coded('13457-7', undefined, 'mmol/L'))).toMatchObject({ unitFits: true });
});
