import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { asEntered, describe as inWords, type Description } from './describe.ts';
import { conceptWords, dictionaryWords } from './concepts.ts';
import { isObject } from './json.ts';

const RECORDS = path.resolve(import.meta.dirname, '../../../../shared/data/records');
const has = existsSync(RECORDS);
if (!has) console.info('skipped: no sample records beside the project');
const sampleTest = has ? test : test.skip;

const read = (file: string): { readonly [key: string]: unknown } =>
  JSON.parse(readFileSync(path.join(RECORDS, file), 'utf8'));
const resourcesOf = (json: { readonly [key: string]: unknown }): readonly { readonly [key: string]: unknown }[] =>
  json['resourceType'] === 'Bundle' && Array.isArray(json['entry'])
    ? json['entry'].map((entry: { resource: { readonly [key: string]: unknown } }) => entry.resource)
    : [json];
const texts = (told: Description): readonly string[] => [
  told.title,
  ...[told.subtitle, told.when, told.status].filter((text) => text !== undefined),
  ...told.lines.flatMap((line) => [line.label, line.value, ...(line.flag === undefined ? [] : [line.flag])]),
];
const line = (told: Description, label: string): string | undefined =>
  told.lines.find((one) => one.label === label)?.value;

/** All codes in a resource, except those equal to their own display. */
function codesIn(value: unknown, found = new Set<string>()): ReadonlySet<string> {
  if (Array.isArray(value)) value.forEach((member) => codesIn(member, found));
  else if (isObject(value)) {
    if (
      typeof value['code'] === 'string' &&
      typeof value['system'] === 'string' &&
      value['display'] !== value['code'] &&
      value['value'] === undefined
    )
      found.add(value['code']);
    Object.values(value).forEach((member) => codesIn(member, found));
  }
  return found;
}

sampleTest('every resource of the sample records is told in words, in both languages', () => {
  let count = 0;
  for (const file of readdirSync(RECORDS).filter((name) => name.endsWith('.json'))) {
    for (const resource of resourcesOf(read(file))) {
      for (const locale of ['vi-VN', 'en-US'] as const) {
        const told = inWords(resource, locale);
        count += 1;
        for (const text of texts(told)) {
          expect([
            file,
            text.trim() === '' || /undefined|Invalid Date|NaN|\[object|\{score\}|\bnull\b/.test(text) ? text : 'fine',
          ]).toEqual([file, 'fine']);
        }
        const codes = codesIn(resource);
        const bare = [told.title, ...told.lines.map(({ value }) => value)].filter(
          (text) =>
            codes.has(text) &&
            dictionaryWords({ system: 'http://loinc.org', code: text }) === undefined &&
            /\d/.test(text),
        );
        expect([file, bare]).toEqual([file, []]);
      }
    }
  }
  expect(count).toBeGreaterThan(1_000);
});

sampleTest('partial dates, ages and childhood are shown as they are known', () => {
  expect(inWords(read('au-Condition-aci.json'), 'vi-VN').when).toBe('2014');
  expect(inWords(read('au-Condition-ckd.json'), 'en-US').when).toBe('At age 52');
  expect(inWords(read('au-Condition-ckd.json'), 'vi-VN').when).toBe('Lúc 52 tuổi');
  expect(inWords(read('ktc-procedure-tonsillectomy-childhood-age.json'), 'en-US').when).toBe('At age 7 (in childhood)');
});

sampleTest('missing, withheld and cancelled values say so', () => {
  const pressure = inWords(read('au-Observation-bloodpressure-data-absent.json'), 'en-US');
  expect(line(pressure, 'Diastolic blood pressure')).toBe('No value, reason unknown');
  expect(line(inWords(read('au-Observation-pathresult-suppressed-valueQuantity.json'), 'en-US'), 'Result')).toBe(
    'Withheld',
  );
  const height = inWords(read('au-Observation-bodyheight-cancelled.json'), 'en-US');
  expect([height.status, height.statusCode, line(height, 'Result')]).toEqual([
    'Cancelled',
    'cancelled',
    'Not measured',
  ]);
  expect(inWords(read('ktc-observation-temperature-dar.json'), 'vi-VN').status).toBe('Nhập nhầm');
  expect(inWords(read('au-Patient-italia-sofia-missing-name.json'), 'vi-VN').title).toBe('Chưa có tên');
  expect(line(inWords(read('au-Patient-hoskins-sergio-lionel.json'), 'en-US'), 'Gender identity')).toBe(
    'Asked, but declined to answer',
  );
});

sampleTest('results are words with unit, range and flag', () => {
  expect(line(inWords(read('ktc-observation-urine-nitrite.json'), 'en-US'), 'Result')).toBe('Positive (present)');
  const potassium = inWords(read('ktc-observation-potassium-high.json'), 'vi-VN');
  expect(potassium.lines[0]).toEqual({ label: 'Kết quả', value: '5,9 mmol/L', flag: 'Cao' });
  expect(line(inWords(read('au-Observation-lipid-hdl-1-referenceRange-text.json'), 'vi-VN'), 'Khoảng tham chiếu')).toBe(
    '1.0 - 2.2',
  );
  const dipstick = inWords(read('ktc-observation-urine-dipstick.json'), 'en-US');
  expect([dipstick.status, dipstick.lines.length > 3]).toEqual(['Corrected', true]);
  expect(inWords(read('ktc-observation-heart-rate.json'), 'vi-VN').title).toBe('Nhịp tim');
  expect(line(inWords(read('ktc-observation-weight.json'), 'vi-VN'), 'Kết quả')).toBe('68,95 kg (152 pound)');
  expect(line(inWords(read('ktc-observation-vitals-panel.json'), 'en-US'), 'Includes')).toContain('Respiratory rate');
  expect(line(inWords(read('ktc-diagnosticreport-cbc-panel.json'), 'en-US'), 'Results')).toContain('Platelet count');
});

sampleTest('nothing known is not the same as nothing said', () => {
  const negations = (file: string): unknown[] =>
    resourcesOf(read(file))
      .map((resource) => inWords(resource, 'en-US'))
      .filter(({ negation }) => negation !== undefined)
      .map(({ type, negation }) => `${type} ${negation}`);
  expect(negations('aups-noknownx.json')).toEqual([
    'AllergyIntolerance none',
    'MedicationStatement none',
    'Condition none',
  ]);
  const info = {
    resourceType: 'AllergyIntolerance',
    code: {
      coding: [{ system: 'http://hl7.org/fhir/uv/ips/CodeSystem/absent-unknown-uv-ips', code: 'no-allergy-info' }],
    },
  };
  expect(inWords(info, 'en-US')).toMatchObject({ title: 'No information about allergies', negation: 'unknown' });
});

sampleTest('vaccines have names of our own, a refused one is not a given one', () => {
  expect(
    resourcesOf(read('shc-covid-2doses.json'))
      .slice(1)
      .map((resource) => inWords(resource, 'vi-VN').title),
  ).toEqual(['COVID-19 (Moderna)', 'COVID-19 (Moderna)', 'COVID-19 hai thành phần (Moderna)']);
  const refused = inWords(read('au-Immunization-zoster-notgiven.json'), 'en-US');
  expect([refused.status, line(refused, 'Not given')]).toEqual(['Not given', 'Patient objection']);
  expect(line(inWords(read('ktc-immunization-tdap-historical.json'), 'vi-VN'), 'Nguồn')).toBe(
    'Theo lời kể của người bệnh hoặc người thân',
  );
});

sampleTest('answers are readable without the questionnaire, sections of a document keep their order', () => {
  const intake = inWords(read('ktc-questionnaireresponse-intake-numeric.json'), 'en-US');
  expect(intake.lines.map(({ label, value }) => `${label} ${value}`)).toEqual(
    expect.arrayContaining(['Current weight: 68.5 kg'].map((text) => text.replace(': ', ' '))),
  );
  const summary = inWords(resourcesOf(read('ips-ig-bundle-01.json'))[0], 'vi-VN');
  expect(summary.lines.map(({ label }) => label).slice(0, 3)).toEqual(
    expect.arrayContaining(['Danh sách bệnh', 'Thuốc sử dụng']),
  );
});

test('odd data is told without a fault', () => {
  for (const odd of [
    undefined,
    null,
    3,
    'x',
    [],
    {},
    { resourceType: 3 },
    { resourceType: 'Starship' },
    { resourceType: 'toString' },
    {
      resourceType: 'Observation',
      code: 3,
      component: [null, {}, { code: [] }],
      valueQuantity: { value: 'x' },
      status: 'odd',
    },
    { resourceType: 'Patient', name: 'A', telecom: [{}] },
  ]) {
    for (const text of texts(inWords(odd, 'vi-VN'))) expect(text.trim()).not.toBe('');
  }
  expect(inWords({ resourceType: 'Starship', status: 'odd' }, 'en-US')).toMatchObject({
    title: 'Other record entry',
    status: 'Other status (odd)',
  });
  expect(
    inWords(
      {
        resourceType: 'Observation',
        code: { coding: [{ system: 'http://x', code: '123-4' }] },
        valueQuantity: { value: 1 },
      },
      'en-US',
    ).title,
  ).toBe('Observation');
});

test('sampled data is counted, not printed', () => {
  const ecg = {
    resourceType: 'Observation',
    code: { text: 'ECG' },
    component: [
      {
        code: { coding: [{ system: 'urn:oid:2.16.840.1.113883.6.24', code: '131329' }] },
        valueSampledData: { period: 2, data: '2048 2049 E 2050', dimensions: 1 },
      },
    ],
  };
  expect(inWords(ecg, 'en-US').lines[0]).toEqual({ label: 'Lead I', value: '4 continuous values over 0.008 seconds' });
});

test('a withdrawn report has no conclusion', () => {
  const report = { resourceType: 'DiagnosticReport', code: { text: 'PCR' }, conclusion: 'Âm tính' };
  expect(line(inWords({ ...report, status: 'final' }, 'vi-VN'), 'Kết luận')).toBe('Âm tính');
  expect(line(inWords({ ...report, status: 'entered-in-error' }, 'vi-VN'), 'Kết luận')).toBeUndefined();
});

test('a withdrawn value is not shown, the reason why there is none is', () => {
  const glucose = {
    resourceType: 'Observation',
    code: { text: 'Glucose' },
    valueQuantity: { value: 25, unit: 'mmol/L' },
    interpretation: [{ text: 'Cao' }],
    component: [{ code: { text: 'Mẫu' }, valueString: 'x' }],
  };
  expect(inWords({ ...glucose, status: 'final' }, 'vi-VN').lines.map(({ value }) => value)).toEqual([
    '25 mmol/L',
    'x',
    'không rõ ai đo',
  ]);
  for (const status of ['entered-in-error', 'cancelled'])
    expect(inWords({ ...glucose, status }, 'vi-VN')).toMatchObject({ statusCode: status, lines: [] });
  expect(
    line(
      inWords(
        {
          resourceType: 'Observation',
          status: 'cancelled',
          dataAbsentReason: {
            coding: [{ system: 'http://terminology.hl7.org/CodeSystem/data-absent-reason', code: 'not-performed' }],
          },
        },
        'en-US',
      ),
      'Result',
    ),
  ).toBe('Not measured');
});

test('a disease that was ruled out or never was is said to be so before anything else', () => {
  const told = (code: string) => {
    const { status, statusCode } = inWords(
      {
        resourceType: 'Condition',
        code: { text: 'Lao phổi' },
        clinicalStatus: {
          coding: [{ system: 'http://terminology.hl7.org/CodeSystem/condition-clinical', code: 'active' }],
        },
        verificationStatus: {
          coding: [{ system: 'http://terminology.hl7.org/CodeSystem/condition-ver-status', code }],
        },
      },
      'en-US',
    );
    return [status, statusCode];
  };
  expect(['entered-in-error', 'refuted', 'confirmed'].map(told)).toEqual([
    ['Entered in error', 'entered-in-error'],
    ['Ruled out', 'refuted'],
    ['Active', undefined],
  ]);
});

test('tells a dose by its text, amount, timing and need; a timing without words is not told in part', () => {
  const told = (dosage: object, locale: 'vi-VN' | 'en-US') =>
    line(
      inWords(
        { resourceType: 'MedicationRequest', medicationCodeableConcept: { text: 'X' }, dosageInstruction: [dosage] },
        locale,
      ),
      locale === 'vi-VN' ? 'Liều dùng' : 'Dosage',
    );
  const often = (repeat: object) => ({
    doseAndRate: [{ doseQuantity: { value: 2, unit: 'viên' } }],
    timing: { repeat },
  });
  expect(told({ ...often({ frequency: 3, period: 1, periodUnit: 'd' }), text: 'Sáng, chiều' }, 'vi-VN')).toBe(
    'Sáng, chiều; 2 viên, 3 lần mỗi ngày',
  );
  expect(told(often({ frequency: 3, period: 1, periodUnit: 'd' }), 'vi-VN')).toBe('2 viên, 3 lần mỗi ngày');
  expect(told(often({ frequency: 1, period: 8, periodUnit: 'h' }), 'en-US')).toBe('2 viên, 1 time every 8 hours');
  expect(told({ ...often({ period: 1, periodMax: 2, periodUnit: 'd' }), asNeededBoolean: true }, 'en-US')).toBe(
    '2 viên, 1 time every 1 – 2 days, as needed',
  );
  expect(told({ asNeededCodeableConcept: { text: 'đau' } }, 'vi-VN')).toBe('khi cần: đau');
  expect(told(often({ when: ['BLUE_MOON'] }), 'en-US')).toBe('see the original for the full directions');
  expect(told({ ...often({ frequency: 1, period: 1, periodUnit: 'fortnight' }), text: '1 viên' }, 'vi-VN')).toBe(
    '1 viên; xem bản gốc để biết đủ cách dùng',
  );
});

test('knows Vietnamese words without Vietnamese letters, and tells English readers in English', () => {
  const system = 'http://terminology.hl7.org/CodeSystem/condition-clinical';
  const relapse = { coding: [{ system, code: 'relapse', display: 'Tái phát' }], text: 'Tái phát' };
  expect([conceptWords(relapse, 'vi-VN'), conceptWords(relapse, 'en-US')]).toEqual(['Tái phát', 'Relapse']);
  // the sender's own English text is left alone
  expect(conceptWords({ coding: [{ system, code: 'relapse' }], text: 'Ménière, again' }, 'en-US')).toBe(
    'Ménière, again',
  );
});

test('what the keeper of a record typed is told as hers, whatever hospital it names', () => {
  const report = (source: string, performer: object) => ({
    resourceType: 'DiagnosticReport',
    id: 'r',
    meta: { source: `https://phr.example/source/${source}` },
    status: 'final',
    code: { text: 'HIV' },
    performer: [performer],
  });
  const entered = (json: object) =>
    inWords(json, 'vi-VN')
      .lines.filter(({ label }) => label === 'Người nhập')
      .map(({ value }) => value);
  expect(entered(report('person', { display: 'Bệnh viện A' }))).toEqual(['Người giữ hồ sơ, không phải cơ sở y tế']);
  expect([
    entered(report('facility', { display: 'Bệnh viện A' })),
    entered(report('person', { reference: 'Patient/an', display: 'AN' })),
  ]).toEqual([[], []]);
  expect([
    asEntered('Bệnh viện A', 'https://phr.example/source/partner', 'vi-VN'),
    asEntered('Bệnh viện A', 'https://phr.example/source/facility', 'vi-VN'),
    asEntered(undefined, undefined, 'vi-VN'),
  ]).toEqual(['Bệnh viện A (người giữ hồ sơ nhập)', 'Bệnh viện A', undefined]);
});

test("the product's own codes have words in both languages, and LOINC's long names are for terminologists", () => {
  const own = (name: string, code: string, display: string) => ({
    coding: [{ system: `https://phr.example/fhir/CodeSystem/${name}`, code, display }],
  });
  const interpretation = (code: string) => ({
    coding: [{ system: 'http://terminology.hl7.org/CodeSystem/v3-ObservationInterpretation', code }],
  });
  const symptoms = {
    resourceType: 'Observation',
    status: 'final',
    code: { text: 'COVID-19' },
    component: [
      {
        code: own('symptom', 'loss-of-taste-or-smell', 'Loss of taste or smell'),
        interpretation: [
          interpretation('POS'),
          { coding: [{ system: 'https://phr.example/fhir/CodeSystem/symptom-severity', code: 'mild' }] },
          { coding: [{ system: 'https://phr.example/fhir/CodeSystem/symptom-frequency', code: 'often' }] },
        ],
      },
      {
        code: own('social-history', 'packs-per-year', 'Packs per year'),
        valueQuantity: { value: 10.5, unit: '{packs}/a', code: '{packs}/a' },
      },
    ],
  };
  expect(inWords(symptoms, 'vi-VN').lines.slice(0, 2)).toEqual([
    { label: 'Mất vị giác hoặc khứu giác', value: 'Có, Nhẹ, Thường xuyên' },
    { label: 'Số gói mỗi năm', value: '10,5 gói mỗi năm' },
  ]);
  expect(inWords(symptoms, 'en-US').lines[0]).toEqual({ label: 'Loss of taste or smell', value: 'Yes, Mild, Often' });
  const loinc = (code: string, display: string) => ({ coding: [{ system: 'http://loinc.org', code, display }] });
  expect([
    conceptWords(loinc('85354-9', 'Blood pressure panel with all children optional'), 'en-US'),
    conceptWords(loinc('15074-8', 'Glucose [Moles/volume] in Blood'), 'en-US'),
    conceptWords(loinc('14927-8', 'Triglyceride [Moles/volume] in Serum or Plasma'), 'vi-VN'),
  ]).toEqual(['Blood pressure', 'Glucose', expect.not.stringContaining('[')]);
  expect(
    inWords({ resourceType: 'Observation', valueQuantity: { value: 5, unit: 'mg', code: 'g' } }, 'en-US').lines[0],
  ).toEqual({
    label: 'Result',
    value: '5 mg (the unit code says g)',
  });
});

test('members of a panel are told by name and value when they came along, and counted when they did not', () => {
  const potassium = (more: object) => ({
    reference: 'Observation/k',
    resource: {
      resourceType: 'Observation',
      status: 'final',
      code: { text: 'Kali' },
      valueQuantity: { value: 6.9, unit: 'mmol/L' },
      ...more,
    },
  });
  const panel = (...hasMember: object[]) =>
    line(inWords({ resourceType: 'Observation', status: 'final', hasMember }, 'vi-VN'), 'Gồm');
  expect(panel(potassium({ interpretation: [{ text: 'Cao' }] }))).toBe('Kali: 6,9 mmol/L (Cao)');
  expect(panel(potassium({ status: 'entered-in-error' }))).toBe('Kali: Nhập nhầm');
  expect(panel({ reference: 'Observation/1' }, { display: 'Natri' }, { reference: 'Observation/2' })).toBe(
    'Natri, 2 kết quả riêng trong danh sách',
  );
  expect(panel({ identifier: { value: 'K1' } }, { reference: 'Observation/1', identifier: { value: 'K2' } })).toBe(
    'K1, 1 kết quả riêng trong danh sách',
  );
});

test('what a resource contains is named as left out only when something of it is', () => {
  const contained = (more: object) =>
    inWords(
      {
        resourceType: 'Observation',
        status: 'final',
        code: { text: 'Huyết áp' },
        contained: [{ resourceType: 'Practitioner', id: 'p', name: [{ text: 'BS. Hoa' }], ...more }],
      },
      'vi-VN',
    ).unshown;
  expect(contained({})).toEqual([]);
  expect(contained({ unknownPart: 'x' })).toHaveLength(1);
});

test.each([
  ['Không dị ứng thuốc', 'none'],
  ['Không dị ứng thuốc, thức ăn', 'none'],
  ['Chưa ghi nhận dị ứng', 'none'],
  ['Chưa phát hiện tiền sử dị ứng thuốc', 'none'],
  ['Không có tiền sử dị ứng nào được ghi nhận', 'none'],
  ['Không dị ứng thuốc, dị ứng hải sản', undefined],
  ['Dị ứng thuốc không rõ loại', undefined],
  ['Không dung nạp lactose', undefined],
])('whether words of an allergy say that there is none: %s', (text, negation) => {
  const active = {
    coding: [{ system: 'http://terminology.hl7.org/CodeSystem/allergyintolerance-clinical', code: 'active' }],
  };
  const told = inWords({ resourceType: 'AllergyIntolerance', clinicalStatus: active, code: { text } }, 'vi-VN');
  expect([told.title, told.negation, told.standing]).toEqual([
    text,
    negation,
    negation === undefined ? 'current' : 'negation',
  ]);
});

test('the probability of a risk is a percentage (R4), as it was sent; up to 1 nobody can tell', () => {
  const told = (probabilityDecimal: number) =>
    inWords(
      {
        resourceType: 'RiskAssessment',
        status: 'final',
        prediction: [{ outcome: { text: 'Stroke' }, probabilityDecimal }],
      },
      'vi-VN',
    ).lines[0]?.value;
  expect([12.5, 40, 1, 0.02].map(told)).toEqual(['12,5\u00a0%', '40\u00a0%', '1', '0,02']);
});

test('types that are told by their elements alone have own words for them and for their codes', () => {
  const [diet, issue] = [
    { resourceType: 'NutritionOrder', status: 'active', intent: 'order', excludeFoodModifier: [{ text: 'Lạc' }] },
    { resourceType: 'DetectedIssue', status: 'final', severity: 'high', detail: 'Hai thuốc kỵ nhau' },
  ].map((one) => inWords(one, 'vi-VN'));
  expect([diet?.unshown, diet?.lines]).toEqual([[], [{ label: 'Không dùng thức ăn', value: 'Lạc' }]]);
  expect(issue?.lines.map(({ value }) => value)).toContain('Cao');
});

test.each<[[low: number | undefined, high: number | undefined], string, string]>([
  [[36, 46], '36,0 – 46,0', '36 – 46 %'],
  [[undefined, 1.7], 'đến 1,7', 'đến 1,7 %'],
  [[undefined, 1.7], '< 1,7', 'đến 1,7 %; < 1,7'],
  [[36, 46], '36 – 47', '36 – 46 %; 36 – 47'],
  [[36, undefined], '36 – 46', 'từ 36 % trở lên; 36 – 46'],
])('a text that only repeats the numbers of its range is not told twice: %j %s', ([low, high], text, words) => {
  const edge = (value: number | undefined) => (value === undefined ? undefined : { value, unit: '%' });
  const told = inWords(
    { resourceType: 'Observation', status: 'final', referenceRange: [{ low: edge(low), high: edge(high), text }] },
    'vi-VN',
  );
  expect(line(told, 'Khoảng tham chiếu')?.replaceAll('\u00a0', ' ')).toBe(words);
});

test('what has not begun yet does not last until now', () => {
  const stay = (start: string) =>
    inWords({ resourceType: 'CarePlan', status: 'active', period: { start } }, 'vi-VN').when;
  expect(stay('2021-03-01')).toBe('01/03/2021 – nay');
  expect(stay('2999-03-01')).toBe('từ 01/03/2999');
});

test('whom to call, and what the person does, are told in one line each; nothing of it is left over', () => {
  const told = inWords(
    {
      resourceType: 'Patient',
      name: [{ use: 'official', text: 'TRẦN MINH CHÂU', given: ['TRẦN', 'MINH'], family: 'CHÂU' }],
      extension: [
        {
          url: 'https://phr.example/fhir/StructureDefinition/job-title',
          valueCoding: { code: '066', display: 'Giáo viên trung học' },
        },
      ],
      contact: [
        {
          relationship: [{ text: 'Liên hệ khẩn cấp' }],
          name: { use: 'official', text: 'PHẠM GIA HUY', given: ['PHẠM', 'GIA'], family: 'HUY' },
          telecom: [{ system: 'phone', value: '84938111222', use: 'mobile' }],
          gender: 'male',
          address: { text: 'Số 27, Cần Thơ', country: 'VN' },
        },
      ],
    },
    'vi-VN',
  );
  expect(told.lines).toEqual([
    { label: 'Nghề nghiệp', value: 'Giáo viên trung học' },
    {
      label: 'Người liên hệ',
      value: 'PHẠM GIA HUY · Nam · 0938 111 222 · Số 27, Cần Thơ',
      flag: 'Liên hệ khẩn cấp',
    },
  ]);
  expect(told.unshown).toEqual([]);
});

test('an address or a number that is withheld is told as what it is', () => {
  const masked = { url: 'http://hl7.org/fhir/StructureDefinition/data-absent-reason', valueCode: 'masked' };
  const told = inWords(
    {
      resourceType: 'Patient',
      telecom: [
        { system: 'email', _value: { extension: [masked] } },
        { system: 'phone', extension: [masked] },
        { system: 'email', value: 'an@mail.example' },
      ],
      address: [{ extension: [masked] }],
      _gender: { extension: [masked] },
      _birthDate: { extension: [masked] },
    },
    'en-US',
  );
  expect(told.lines.map(({ label, value }) => `${label}: ${value}`)).toEqual([
    'Gender: Withheld',
    'Date of birth: Withheld',
    'Email: an@mail.example',
    'Email: Withheld',
    'Phone: Withheld',
    'Address: Withheld',
  ]);
});

test('an element whose name begins like another one is told once', () => {
  const told = inWords(
    {
      resourceType: 'MedicationRequest',
      status: 'active',
      performer: { display: 'BS. Hoa' },
      performerType: { text: 'Điều dưỡng' },
    },
    'vi-VN',
  );
  expect(told.lines.filter(({ value }) => value === 'Điều dưỡng')).toHaveLength(1);
});

test('a person without a number of the product is told by the id of the record', () => {
  const patient = { resourceType: 'Patient', id: 'an-1', name: [{ text: 'AN' }] };
  const number = { system: 'https://phr.example/sid/pi', value: 'p1' };
  expect([patient, { ...patient, identifier: [number] }].map((one) => inWords(one, 'vi-VN').subtitle)).toEqual([
    'AN-1',
    'P1',
  ]);
});

test('a period that only ends is told as one, and a status that nobody knows has its code', () => {
  const told = (resource: object) => inWords(resource, 'vi-VN');
  expect(told({ resourceType: 'Coverage', status: 'active', period: { end: '2027-01-01' } }).when).toBe(
    'đến 01/01/2027',
  );
  const of = (resourceType: string, status: string) => told({ resourceType, status }).status;
  expect([
    of('Specimen', 'unsatisfactory'),
    of('EpisodeOfCare', 'finished'),
    of('ResearchSubject', 'withdrawn'),
  ]).toEqual(['Không đạt, không dùng được', 'Đã kết thúc', 'Tình trạng khác (withdrawn)']);
  const plan = {
    resourceType: 'CarePlan',
    status: 'active',
    activity: [{ detail: { status: 'not-started', description: 'Tập' } }],
  };
  expect(JSON.stringify(told(plan))).toContain('Chưa bắt đầu');
});

test('a vaccination that says that there was none is no vaccination', () => {
  const told = inWords(
    { resourceType: 'Immunization', status: 'completed', vaccineCode: { text: 'Không tiêm vắc xin nào' } },
    'vi-VN',
  );
  expect(told.standing).toBe('negation');
});

test('a disease of which an end is told is over, and one that was never there is no disease', () => {
  const condition = (more: object) =>
    inWords({ resourceType: 'Condition', code: { text: 'Viêm phổi' }, ...more }, 'vi-VN');
  const clinical = (code: string) => ({ clinicalStatus: { coding: [{ code }] } });
  expect(condition({ abatementDateTime: '2019' }).standing).toBe('past');
  expect(condition({ abatementDateTime: '2019', ...clinical('active') }).standing).toBe('current');
  expect(condition({}).standing).toBe('current');
  expect(condition({ abatementString: 'đang điều trị' }).standing).toBe('current');
  for (const words of ['Không có tiền sử đái tháo đường', 'Chưa mắc lao', 'No history of diabetes', 'Denies asthma'])
    expect([words, condition({ code: { text: words } }).standing]).toEqual([words, 'negation']);
  const others = [
    'Denies asthma, allergic to penicillin',
    'No history of diabetes but hypertension',
    'Chưa mắc lao nhưng tăng huyết áp',
  ];
  for (const words of ['Không kiểm soát được huyết áp', 'Chưa rõ nguyên nhân', 'Nodule of lung', ...others])
    expect([words, condition({ code: { text: words } }).standing]).toEqual([words, 'current']);
});

test('a status without code system, in another code or in words alone neither hides nor loses its words', () => {
  const allergy = (more: object) =>
    inWords({ resourceType: 'AllergyIntolerance', code: { text: 'Penicillin' }, ...more }, 'vi-VN');
  expect(allergy({ verificationStatus: { coding: [{ code: 'refuted' }] } })).toMatchObject({
    status: 'Đã loại trừ',
    standing: 'apart',
  });
  expect(allergy({ clinicalStatus: { coding: [{ code: 'resolved' }] } })).toMatchObject({
    status: 'Đã hết',
    standing: 'past',
  });
  expect(allergy({ clinicalStatus: { text: 'Đang có' } })).toMatchObject({ status: 'Đang có', standing: 'current' });
  expect(allergy({ clinicalStatus: { coding: [{ code: '55561003', display: 'Active' }] } }).standing).toBe('current');
});

test('a range says of what kind and for whom it is, also by a code without a system or without words', () => {
  const told = inWords(
    {
      resourceType: 'Observation',
      status: 'final',
      code: { text: 'INR' },
      valueQuantity: { value: 2.5 },
      interpretation: [{ coding: [{ code: 'H' }] }],
      referenceRange: [
        { low: { value: 0.8 }, high: { value: 1.2 }, type: { coding: [{ code: 'normal' }] } },
        { low: { value: 2 }, high: { value: 3 }, type: { coding: [{ code: 'therapeutic' }] } },
        { high: { value: 4 }, appliesTo: [{ coding: [{ system: 'urn:lab', code: 'VALVE' }] }] },
      ],
    },
    'vi-VN',
  );
  const lineOf = (label: string) => told.lines.find((one) => one.label === label);
  expect(lineOf('Kết quả')).toMatchObject({ value: '2,5', flag: 'Cao' });
  expect(lineOf('Khoảng tham chiếu')?.value).toBe(
    '0,8 – 1,2 (Khoảng bình thường); 2 – 3 (Khoảng điều trị); đến 4 (chỉ có mã VALVE (không ghi tên))',
  );
});

test('a check-up that is over is not told as a disease that healed', () => {
  const told = (code: string) =>
    inWords(
      {
        resourceType: 'Condition',
        id: 'c',
        clinicalStatus: {
          coding: [{ system: 'http://terminology.hl7.org/CodeSystem/condition-clinical', code: 'resolved' }],
        },
        code: { coding: [{ system: 'http://hl7.org/fhir/sid/icd-10', code }], text: 'Khám sức khoẻ tổng quát' },
      },
      'vi-VN',
    ).status;
  expect([told('Z00.0'), told('J18.9')]).toEqual(['Đã qua', 'Đã khỏi']);
});
