import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe as inWords, type Description } from '../describe.ts';
import { parseJson } from '../digits.ts';
import { isObject } from '../json.ts';
import { dangerOf } from './danger.ts';

// Regression cases that were once described wrongly, with the expected text.

const CASES = path.resolve(import.meta.dirname, '../../../../../shared/data/cases');
const has = existsSync(CASES);
if (!has) console.info('skipped: no cases beside the project');
const caseTest = has ? test : test.skip;

type Resource = { readonly [key: string]: unknown };
type Locale = Parameters<typeof inWords>[1];

function resources(file: string): readonly Resource[] {
  const bundle = parseJson(readFileSync(path.join(CASES, `${file}.json`), 'utf8'));
  const entries = isObject(bundle) && Array.isArray(bundle['entry']) ? bundle['entry'] : [];
  return entries.map((entry: { readonly resource: Resource }) => entry.resource);
}

/** The resource whose first text starts with these words. */
function find(all: readonly Resource[], begin: string): Resource {
  const found = all.find((one) => JSON.stringify(one).includes(`"text":"${begin}`));
  if (found === undefined) throw new Error(`no case ${begin}`);
  return found;
}

const told = (resource: Resource, locale: Locale = 'vi-VN'): Description => inWords(resource, locale);
const lines = (one: Description): string =>
  one.lines.map(({ label, value, flag }) => `${label}: ${value}${flag === undefined ? '' : ` [${flag}]`}`).join('\n');

caseTest('numbers stand as they were sent', () => {
  const all = resources('meaning');
  for (const [begin, value] of [
    ['S01', '< 2,2 mmol/L'],
    ['S05', '> 27,8 mmol/L'],
    ['S20', '1,005'],
    ['S21', '7,345 pH'],
    ['S22', '2,045'],
    ['S23', '0,00345 mIU/L'],
    ['S24', '250000 mỗi µL'],
    ['S25', '-3,25 mmol/L'],
    ['S26', '< 0,012 ng/mL'],
    ['S29', '5 – 10 mỗi vi trường'],
    ['S31', '1 : < 80'],
    ['S35', '0'],
    ['S54', '72,123456789 lần/phút'],
    ['S56', '24,996 kg/m²'],
  ] as const)
    expect([begin, lines(told(find(all, begin)))]).toEqual([begin, expect.stringContaining(`Kết quả: ${value}`)]);
  const percent = told(resources('medicines').at(-1) ?? {});
  expect(lines(percent)).toContain('Kết quả: 7,0\u00a0%');
});

caseTest('each reason for a missing value and each judgement has words of its own, in both languages', () => {
  const all = resources('meaning');
  const of = (begin: string) => all.filter((one) => JSON.stringify(one).includes(`"text":"${begin}`));
  for (const locale of ['vi-VN', 'en-US'] as const) {
    const reasons = of('S38').map((one) => lines(told(one, locale)));
    expect(new Set(reasons).size).toBe(reasons.length);
    expect(reasons.every((words) => words.includes('Sample was haemolysed, come again'))).toBe(true);
    const flags = of('S39').map((one) => told(one, locale).lines[0]?.flag);
    expect(flags.every((flag) => flag !== undefined)).toBe(true);
    expect(new Set(flags).size).toBe(flags.length);
  }
});

caseTest('ranges say for whom and of what kind they are; who measured is named or not known', () => {
  const all = resources('meaning');
  expect(lines(told(find(all, 'S40'), 'en-US'))).toContain('13 – 17 g/dL (Male); 12 – 16 g/dL (Female)');
  expect(lines(told(find(all, 'S41'), 'en-US'))).toContain(
    '(age: up to 1 month); 12 – 16 g/dL (age: 18 years or more)',
  );
  expect(lines(told(find(all, 'S42')))).toContain('đến 6,5 mmol/L (Ngưỡng nguy kịch)');
  expect(lines(told(find(all, 'S43')))).toContain('BS NGUYEN VAN TEST');
  expect(lines(told(find(all, 'S44')))).toContain('không rõ ai đo');
  expect(lines(told(find(all, 'S45')))).toContain('Gồm: 1 kết quả riêng trong danh sách');
  for (const begin of ['S08', 'S09']) expect(lines(told(find(all, begin)))).not.toMatch(/\d{3}/);
});

caseTest('doses are told in full, and what must not be taken says so', () => {
  const dose = (file: string, begin: string, locale: Locale = 'vi-VN') =>
    lines(told(find(resources(file), begin), locale));
  for (const [begin, words] of [
    ['A:', '1 viên, 3 lần mỗi ngày, sau bữa ăn, trong 7 ngày'],
    ['B:', '500 mg, 1 lần mỗi 8 giờ'],
    ['C:', '7,5 mg, 1 lần mỗi tuần, thứ Hai'],
    ['D:', '2 viên, lúc 08:00, lúc 20:00'],
    ['E:', '1 – 2 viên, 2 lần mỗi ngày'],
    ['F:', '1 viên; Uống với nhiều nước, Không uống rượu'],
  ] as const)
    expect(dose('medicines', begin)).toContain(`Liều dùng: ${words}`);
  for (const [begin, words] of [
    ['M1', '10 mg, 1 time every week, Monday'],
    ['M2', '10 mg, 2 times every day, for 5 days'],
    ['M3', '10 mg, 1 time every 6 hours, as needed, up to 4 g in 1 day'],
    ['M4', '8 IU, 15 minutes before breakfast, 15 minutes before dinner, Do not inject when glucose under 4'],
    ['M5', '10 mg, 1 time every 6 – 8 hours'],
    ['M6', '1 – 2 tablets, twice a day'],
  ] as const)
    expect(dose('meaning', begin, 'en-US')).toContain(`Dosage: ${words}`);
  const aspirin = told(find(resources('medicines'), 'Aspirin'));
  expect(aspirin).toMatchObject({ status: 'Không dùng thuốc này', standing: 'forbidden' });
  expect(lines(aspirin)).not.toContain('Liều dùng');
  expect(told(find(resources('meaning'), 'M7'))).toMatchObject({ standing: 'forbidden' });
});

caseTest('only what is true now is current; nothing known is a fact and no entry', () => {
  const standing = (file: string, type: string) =>
    resources(file)
      .filter((one) => one['resourceType'] === type)
      .map((one) => told(one).standing);
  expect(standing('statuses', 'AllergyIntolerance')).toEqual(['current', 'apart', 'apart']);
  expect(standing('statuses', 'MedicationRequest')).toEqual(['current', 'current', 'past']);
  expect(standing('statuses', 'Condition')).toEqual(['apart', 'apart']);
  expect(standing('statuses', 'Immunization')).toEqual(['current', 'apart']);
  expect(standing('medicines', 'MedicationStatement')).toEqual(['past', 'apart']);
  expect(standing('meaning', 'AllergyIntolerance')).toEqual(['current', 'negation', 'negation']);
  const none = told(find(resources('meaning'), 'No known drug allergies'));
  expect([none.negation, none.status]).toEqual(['none', undefined]);
  const peanut = find(resources('statuses'), 'Đậu phộng');
  expect(dangerOf(peanut)).toBe(3);
  expect(lines(told(peanut))).toContain('[Nặng]');
});

caseTest('diseases, vaccinations and relatives keep what they say', () => {
  const all = resources('meaning');
  expect(told(find(all, 'C1')).when).toBe('Lúc 10 tuổi – 15 tuổi');
  expect(lines(told(find(all, 'C3')))).toContain('Chẩn đoán phân biệt');
  expect(lines(told(find(all, 'C6')))).toContain('Giai đoạn: Stage IV');
  expect(told(find(all, 'I1')).when).toBe('spring 2019');
  expect(lines(told(find(all, 'I2')))).toContain('Không có giá trị, không rõ vì sao');
  const father = resources('medicines').find((one) => one['resourceType'] === 'FamilyMemberHistory') ?? {};
  expect(lines(told(father, 'en-US'))).toContain(
    'Nhồi máu cơ tim, At age 50, contributed to death\nDeceased: At age 56',
  );
});

caseTest('no case leaves out a part without naming it', () => {
  for (const file of [
    'meaning',
    'medicines',
    'statuses',
    'laboratory-vietnam',
    'report-without-flags',
    'study-without-form',
  ])
    for (const one of resources(file).filter(({ resourceType }) => resourceType !== 'Endpoint')) {
      const { unshown } = told(one);
      // sampled data is counted; its values are for the chart
      expect([file, unshown]).toEqual([file, JSON.stringify(one).includes('valueSampledData') ? ['Kết quả'] : []]);
    }
});
