import { circumstanceWords } from '@phr/fhir/circumstance-words';
import { readingsOf } from '../readings/reading.model.ts';
import { language } from '../readings/sample-language.test-support.ts';
import { bloodPressure, parsed, rawBloodPressure, rawValue } from '../readings/samples.test-support.ts';
import { csvOf } from './csv.model.ts';

const context = { birthDate: '1958-06-02', zone: 'Asia/Ho_Chi_Minh', now: Date.parse('2026-11-25T10:00:00+07:00') };
const csv = (raw: readonly object[], vitalKey: 'bloodPressures' | 'glucoses' = 'bloodPressures', more = {}) =>
  csvOf(readingsOf(raw.map(parsed), context), vitalKey, { ...language, ...more }, () => 'Nguy hiểm · Cao')
    .slice(1)
    .trimEnd()
    .split('\r\n');

test('a row has local time with offset, UTC, numbers, level, source and arm; units are in the header', () => {
  expect(
    csv([rawBloodPressure(146, 92, '2026-11-21T20:05:00+07:00', { bodySite: { coding: [{ code: '368208006' }] } })]),
  ).toEqual([
    'Giờ địa phương,Giờ UTC,Tâm thu (mmHg),Tâm trương (mmHg),Mức,Người đo,Vị trí đo,Ghi chú',
    '2026-11-21T20:05:00+07:00,2026-11-21T13:05:00.000Z,146,92,Nguy hiểm · Cao,Tự nhập (BỆNH NHÂN),Tay trái,',
  ]);
});

test('local time is that of the person, also of a reading that a hospital wrote in UTC', () => {
  expect(csv([rawBloodPressure(146, 92, '2026-11-21T13:05:00Z')])[1]).toMatch(
    /^2026-11-21T20:05:00\+07:00,2026-11-21T13:05:00\.000Z,/,
  );
});

test.each(['=HYPERLINK("http://x")', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1'])(
  'a note that a spreadsheet would run is text: %j',
  (text) => {
    const [, row] = csvOf(
      readingsOf([parsed(rawBloodPressure(120, 80, '2026-11-21T20:05:00+07:00', { note: [{ text }] }))], context),
      'bloodPressures',
      language,
      () => undefined,
    ).split('\r\n2');
    const cell = row?.split(',').at(-1)?.trimEnd() ?? '';
    expect(cell.startsWith("'") || cell.startsWith(`"'`)).toBe(true);
  },
);

test('quotes, commas and line ends inside a cell keep to it', () => {
  expect(
    csvOf(
      readingsOf(
        [
          parsed(
            rawBloodPressure(120, 80, '2026-11-21T20:05:00+07:00', { note: [{ text: 'Sau khi "chạy", mệt\nnghỉ' }] }),
          ),
        ],
        context,
      ),
      'bloodPressures',
      language,
      () => undefined,
    ),
  ).toContain('"Sau khi ""chạy"", mệt\nnghỉ"');
});

test('what came with a number, and what the meter said, has a column where any reading has some', () => {
  const readings = readingsOf(
    [
      parsed(rawValue('temperatures', 37.2, '2026-11-21T20:05:00+07:00', { bodySite: { text: 'Tai phải' } })),
      parsed(rawValue('temperatures', 36.9, '2026-11-21T19:05:00+07:00')),
    ],
    context,
  );
  const lines = csvOf(readings, 'temperatures', language, () => undefined, circumstanceWords).split('\r\n');
  expect(lines.slice(0, 3).map((line) => line.split(',').at(-2))).toEqual(['Cách đo', 'Tai phải', '']);
});

test('glucose is written in the unit that is read, with its meal', () => {
  const raw = rawValue('glucoses', 10, '2026-11-21T20:05:00+07:00', {
    component: [{ code: { coding: [{ code: '8417864' }] }, valueCodeableConcept: { coding: [{ code: '8417876' }] } }],
  });
  expect(csv([raw], 'glucoses', { glucoseUnit: 'mg/dL' })[0]).toContain('Đường huyết (mg/dL)');
  expect(csv([raw], 'glucoses', { glucoseUnit: 'mg/dL' })[1]).toMatch(/,180,.*Lúc đói,$/);
});

test('the file begins with a byte-order mark', () => {
  expect(
    csvOf(
      readingsOf([bloodPressure(120, 80, '2026-11-21T20:05:00+07:00')], context),
      'bloodPressures',
      language,
      () => undefined,
    ).charCodeAt(0),
  ).toBe(0xfeff);
});
