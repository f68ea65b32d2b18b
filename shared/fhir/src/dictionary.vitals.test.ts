import { LOINC, SNOMED } from '@phr/clinical/codings';
import { dictionaryWords } from './concepts.ts';

const vi = (system: string, code: string) => dictionaryWords({ system, code })?.['vi-VN'];

test('a vital sign has one name, whichever of its written codes names it', () => {
  expect([vi(LOINC, '8310-5'), vi(SNOMED, '56342008'), vi(SNOMED, '1710001'), vi(LOINC, '2708-6')]).toEqual([
    'Nhiệt độ',
    'Nhiệt độ',
    'Axit uric',
    'SpO2',
  ]);
});

test('a narrower code keeps what it says: the place, the fasting, the part', () => {
  expect(['8331-1', '1558-6', '8335-2', '8480-6', '8459-0'].map((code) => vi(LOINC, code))).toEqual([
    'Nhiệt độ đo ở miệng',
    'Đường huyết lúc đói',
    'Cân nặng ước tính',
    'Huyết áp tâm thu',
    'Huyết áp tâm thu khi ngồi',
  ]);
  expect(vi(SNOMED, '271650006')).toBe('Huyết áp tâm trương');
  expect(vi(LOINC, '3141-9')).toBe('Cân nặng');
});
