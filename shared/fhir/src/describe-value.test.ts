import {
  absentWords,
  answerWords,
  displayOf,
  fileWords,
  flagWords,
  line,
  membersWords,
  observationLines,
  periodWords,
  rangesWords,
  referencesWords,
  referenceWords,
  valueWords,
} from './describe-value.ts';

const VI = 'vi-VN';
const amount = (value: number, unit = 'g') => ({ value, unit });
const masked = {
  extension: [{ url: 'http://hl7.org/fhir/StructureDefinition/data-absent-reason', valueCode: 'masked' }],
};
const coded = (code: string, more: object = {}) => ({ coding: [{ code, ...more }] });

test.each<[string, Parameters<typeof valueWords>[0], string | undefined]>([
  ['a quantity', { valueQuantity: amount(5), valueString: 'x' }, '5 g'],
  ['a concept', { valueCodeableConcept: { text: 'Âm tính' } }, 'Âm tính'],
  ['a text', { valueString: ' x ' }, 'x'],
  ['a range', { valueRange: { low: amount(1), high: amount(2) } }, '1 – 2 g'],
  ['a ratio', { valueRatio: { numerator: { value: 1 }, denominator: { value: 8 } } }, '1 : 8'],
  ['yes', { valueBoolean: true }, 'Có'],
  ['no, beside an empty text', { valueString: ' ', valueBoolean: false }, 'Không'],
  ['a whole number', { valueInteger: 0 }, '0'],
  [
    'samples',
    { valueSampledData: { data: ' 1 2\n3 4 ', period: 500, dimensions: 2 } },
    '2 giá trị đo liên tục trong 1 giây',
  ],
  ['samples of no known time', { valueSampledData: { data: '1 2 3', dimensions: 0 } }, '3 giá trị đo liên tục'],
  ['a day', { valueDateTime: '2026-03-01' }, '01/03/2026'],
  ['a time', { valueTime: '08:30:00.000' }, '08:30'],
  ['a time to the second', { valueTime: '08:30:15' }, '08:30:15'],
  ['a period', { valuePeriod: { start: '2026-03-01', end: '2026-03-01' } }, '01/03/2026'],
  ['why there is none', { dataAbsentReason: coded('not-performed') }, 'Không đo được'],
  ['a withheld quantity', { valueQuantity: masked }, 'Được giữ kín'],
  ['a withheld number', { valueQuantity: { _value: masked } }, 'Được giữ kín'],
  ['a withheld text', { _valueString: masked }, 'Được giữ kín'],
  ['a withheld concept', { valueCodeableConcept: masked }, 'Được giữ kín'],
  ['nothing', {}, undefined],
])('a value in words: %s', (_, value, words) => {
  expect(valueWords(value, VI)).toBe(words);
});

test('a test says positive or negative', () => {
  expect([true, false].map((valueBoolean) => valueWords({ valueBoolean }, VI, true))).toEqual([
    'Dương tính (có)',
    'Âm tính (không có)',
  ]);
});

test.each<[Parameters<typeof absentWords>[0], string | undefined]>([
  [undefined, undefined],
  [coded('error'), 'Không có giá trị vì lỗi khi đo hoặc ghi'],
  [{ ...coded('not-asked'), text: 'Not asked' }, 'Chưa hỏi'],
  [{ ...coded('error', { display: 'Hỏng máy' }), text: 'Hỏng máy' }, 'Không có giá trị vì lỗi khi đo hoặc ghi'],
  [{ ...coded('error'), text: 'Hỏng máy' }, 'Không có giá trị vì lỗi khi đo hoặc ghi: Hỏng máy'],
  [coded('lost', { display: 'Mất mẫu' }), 'Không có giá trị, không rõ vì sao: Mất mẫu'],
  [coded('lost'), 'Không có giá trị, không rõ vì sao: lost'],
])('why a value is missing: %j', (reason, words) => {
  expect(absentWords(reason, VI)).toBe(words);
});

test.each<[string, Parameters<typeof answerWords>[0], string | undefined]>([
  ['a decimal', { valueDecimal: 1.5 }, '1,5'],
  ['a date', { valueDate: '2026-03-01' }, '01/03/2026'],
  ['a coding', { valueCoding: { display: 'Sốt' } }, 'Sốt'],
  ['an address', { valueUri: 'urn:x' }, 'urn:x'],
  ['a file', { valueAttachment: { title: 'Ảnh', contentType: 'image/png' } }, 'Ảnh (Hình ảnh)'],
  ['a reference', { valueReference: { display: 'An' } }, 'An'],
  ['nothing', {}, undefined],
])('an answer in words: %s', (_, answer, words) => {
  expect(answerWords(answer, VI)).toBe(words);
});

test.each<[string, Parameters<typeof observationLines>[0], readonly string[]]>([
  ['nothing', {}, ['Kết quả: Không có giá trị']],
  ['a flag alone', { interpretation: [coded('H')] }, ['Kết quả: Cao']],
  [
    'a value and a flag',
    { valueQuantity: amount(5), interpretation: [coded('H'), { text: 'Lặp lại' }, coded('ODD')] },
    ['Kết quả: 5 g [Cao, Lặp lại, ODD]'],
  ],
  ['parts alone', { component: [{ code: { text: 'A' }, valueString: 'x' }] }, ['A: x']],
  ['members alone', { hasMember: [] }, []],
  ['a laboratory', { category: [coded('LAB')], valueBoolean: true }, ['Kết quả: Dương tính (có)']],
  [
    'symptoms',
    {
      component: [
        {
          code: coded('x', { system: 'https://phr.example/fhir/CodeSystem/symptom', display: 'Ho' }),
          interpretation: [coded('POS')],
        },
        { code: { text: 'CRP' }, interpretation: [coded('POS')] },
      ],
    },
    ['Ho: Có', 'CRP: Dương tính'],
  ],
  [
    'parts without a name or a value',
    { component: [{}, { code: coded('C1') }, { code: { text: 'A' }, referenceRange: [{ text: '1 – 2' }] }] },
    ['Mục chưa có tên: Không có giá trị', 'C1: Không có giá trị', 'A: Không có giá trị (khoảng tham chiếu: 1 – 2)'],
  ],
])('a result in lines: %s', (_, observation, lines) => {
  expect(
    observationLines(observation, VI).map(
      ({ label, value, flag }) => `${label}: ${value}${flag === undefined ? '' : ` [${flag}]`}`,
    ),
  ).toEqual(lines);
});

test('no interpretation has no words', () => {
  expect([flagWords(undefined, VI), flagWords([{}], VI)]).toEqual([undefined, undefined]);
});

test.each<[string, Parameters<typeof rangesWords>[0], string | undefined]>([
  ['none', undefined, undefined],
  ['empty', [{}], undefined],
  ['numbers', [{ low: amount(1), high: amount(2) }], '1 – 2 g'],
  ['a text', [{ text: 'âm tính' }], 'âm tính'],
  ['a text that repeats', [{ low: amount(1), high: amount(2), text: '1-2' }], '1 – 2 g'],
  ['an upper text that repeats', [{ high: amount(2), text: '≤ 2' }], 'đến 2 g'],
  ['a lower text that repeats', [{ low: amount(2), text: 'from 2' }], 'từ 2 g trở lên'],
  ['a text with another edge', [{ low: amount(1), high: amount(2), text: '1 – 3' }], '1 – 2 g; 1 – 3'],
  ['a text of one edge of two', [{ low: amount(1), high: amount(2), text: 'đến 2' }], '1 – 2 g; đến 2'],
  ['a text that is a number', [{ high: amount(2), text: '2' }], 'đến 2 g; 2'],
  ['an edge with a sign', [{ high: { ...amount(2), comparator: '<' }, text: 'đến 2' }], 'đến < 2 g; đến 2'],
  [
    'for whom',
    [
      { low: amount(1), type: coded('normal'), appliesTo: [{ text: 'Nữ' }], age: { low: amount(18, 'tuổi') } },
      { text: 'x' },
    ],
    'từ 1 g trở lên (Khoảng bình thường, Nữ, tuổi: từ 18 tuổi trở lên); x',
  ],
])('reference ranges in words: %s', (_, ranges, words) => {
  expect(rangesWords(ranges, VI)).toBe(words);
});

test.each([
  [undefined, undefined],
  [{}, 'Tệp'],
  [{ contentType: 'application/pdf', title: 'A' }, 'A (Tệp PDF)'],
  [{ contentType: 'image/dicom' }, 'Ảnh DICOM'],
  [{ contentType: 'image/png' }, 'Hình ảnh'],
  [{ contentType: 'video/mp4' }, 'Video'],
  [{ contentType: 'audio/mpeg' }, 'Âm thanh'],
  [{ contentType: 'text/plain' }, 'Văn bản'],
  [{ contentType: 'application/zip' }, 'Tệp'],
])('a file in words: %j', (file, words) => {
  expect(fileWords(file, VI)).toBe(words);
});

const member = (more: object) => ({
  resource: { resourceType: 'Observation', status: 'final', code: { text: 'Kali' }, ...more },
});
test.each<[string, Parameters<typeof membersWords>[0], string | undefined]>([
  ['none', undefined, undefined],
  ['with a value', [member({ valueQuantity: amount(5) })], 'Kali: 5 g'],
  [
    'with a value and a flag',
    [member({ valueQuantity: amount(5), interpretation: [{ text: 'Cao' }] })],
    'Kali: 5 g (Cao)',
  ],
  ['with a flag', [member({ interpretation: [{ text: 'Cao' }] })], 'Kali: Cao'],
  ['with a name alone', [member({})], 'Kali'],
  ['without words', [{ display: 'K', ...member({ code: coded('k') }) }], 'K'],
  ['without any name', [member({ code: coded('k') })], 'Chỉ số, kết quả'],
  ['taken back', [member({ status: 'cancelled', valueQuantity: amount(5) })], 'Kali: Đã hủy'],
  ['entered in error', [member({ status: 'entered-in-error' })], 'Kali: Nhập nhầm'],
  ['by a number', [{ identifier: { value: 'K1' } }], 'K1'],
  [
    'counted',
    [{ reference: 'Observation/1', identifier: { value: 'K2' } }, { display: 'Natri' }, {}],
    'Natri, 2 kết quả riêng trong danh sách',
  ],
])('members in words: %s', (_, members, words) => {
  expect(membersWords(members, VI)).toBe(words);
});

test('one counted member is one in English', () => {
  expect([membersWords([{}], 'en-US'), membersWords([{}, {}], 'en-US')]).toEqual([
    '1 result of the list',
    '2 results of the list',
  ]);
});

test('references are told by name, type or number, each once', () => {
  const all = [
    { display: 'An' },
    { reference: 'Patient/1' },
    { type: 'Patient' },
    { reference: 'https://x.example/fhir/Patient/2' },
    { reference: '#p' },
    { identifier: { value: '7' } },
    {},
    undefined,
  ];
  expect(all.map((one) => referenceWords(one, VI))).toEqual([
    'An',
    'Bệnh nhân',
    'Bệnh nhân',
    'Bệnh nhân',
    undefined,
    '7',
    undefined,
    undefined,
  ]);
  expect([referencesWords(all, VI), referencesWords([{}], VI), referencesWords(undefined, VI)]).toEqual([
    'An, Bệnh nhân, 7',
    undefined,
    undefined,
  ]);
  expect([
    displayOf([{ display: 'An' }, { display: 'An' }, {}, undefined, { display: 'Bo' }]),
    displayOf([{}]),
    displayOf(undefined),
  ]).toEqual(['An, Bo', undefined, undefined]);
});

test.each([
  [undefined, undefined],
  [{}, undefined],
  [{ end: '2026-03-01' }, 'đến 01/03/2026'],
  [{ start: '2026-03-01', end: '2026-03-02' }, '01/03/2026 – 02/03/2026'],
  [{ start: '2026-03-01', end: '2026-03-01' }, '01/03/2026'],
  [{ start: '2020-03-01' }, '01/03/2020 – nay'],
  [{ start: '2999-03-01' }, 'từ 01/03/2999'],
])('a period in words: %j', (period, words) => {
  expect(periodWords(period, VI)).toBe(words);
});

test('a line without words is none', () => {
  expect([line('a', ' b '), line('a', ' '), line('a', undefined), line('a', 'b', 'c')]).toEqual([
    [{ label: 'a', value: 'b' }],
    [],
    [],
    [{ label: 'a', value: 'b', flag: 'c' }],
  ]);
});
