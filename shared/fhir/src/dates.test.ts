import { dateBounds, dateOrder, formatDate, isFhirDate, parseDate } from './dates.ts';

test('a date is shown as exactly as it was given', () => {
  expect(formatDate('2014')).toBe('2014');
  expect(formatDate('2014-03')).toBe('03/2014');
  expect(formatDate('2014-03-09')).toBe('09/03/2014');
  expect(formatDate('2026-03-01T01:30:00Z', { zone: 'Asia/Ho_Chi_Minh' })).toBe('08:30 01/03/2026');
  expect(formatDate('2026-03-01T01:30:00Z', { zone: 'Asia/Ho_Chi_Minh', time: false })).toBe('01/03/2026');
});

test('a calendar date is the same day in every zone', () => {
  expect(formatDate('2014-03-09', { zone: 'America/Los_Angeles' })).toBe('09/03/2014');
});

test('days and hours that do not exist are no dates', () => {
  for (const text of [
    '2026-02-29',
    '2026-13-01',
    '2026-00-10',
    '0000',
    '2026-03-01T24:30:00Z',
    '2026-03-01T08:60:00Z',
    '2026-03-01T08:30:00+15:00',
    '01/03/2026',
    'x',
    '',
  ]) {
    expect([text, parseDate(text), formatDate(text)]).toEqual([text, undefined, undefined]);
  }
});

test('FHIR asks an hour for its zone', () => {
  expect(isFhirDate('2026-03-01T08:30:00')).toBe(false);
  expect(isFhirDate('2026-03-01T08:30:00+07:00')).toBe(true);
  expect(isFhirDate('2026')).toBe(true);
});

test('bounds of a day lie in the given zone', () => {
  const bounds = dateBounds('2026-03-01', 420);
  expect([bounds?.start.toISOString(), bounds?.end.toISOString()]).toEqual([
    '2026-02-28T17:00:00.000Z',
    '2026-03-01T16:59:59.999Z',
  ]);
  expect(dateBounds('2026', 0)?.end.toISOString()).toBe('2026-12-31T23:59:59.999Z');
  expect(dateBounds('2026-12', 0)?.end.toISOString()).toBe('2026-12-31T23:59:59.999Z');
  expect(dateBounds('2026-03-01T08:30:00+07:00', 0)?.end.toISOString()).toBe('2026-03-01T01:30:00.999Z');
});

test('dates of any precision can be ordered, missing ones first', () => {
  expect(['2026-03', undefined, '2025', '2026-03-01T08:00:00Z'].sort((a, b) => dateOrder(a) - dateOrder(b))).toEqual([
    '2025',
    '2026-03',
    '2026-03-01T08:00:00Z',
    undefined,
  ]);
  expect(dateOrder(undefined)).toBe(Number.NEGATIVE_INFINITY);
});

test.each([
  ['2024-02', '2024-02-01T00:00:00.000Z', '2024-02-29T23:59:59.999Z'],
  ['2026-12-31', '2026-12-31T00:00:00.000Z', '2026-12-31T23:59:59.999Z'],
  ['2026-03-01T08:30Z', '2026-03-01T08:30:00.000Z', '2026-03-01T08:30:59.999Z'],
  ['2026-03-01T08:30:15Z', '2026-03-01T08:30:15.000Z', '2026-03-01T08:30:15.999Z'],
  ['2026-03-01T08:30:15.250Z', '2026-03-01T08:30:15.250Z', '2026-03-01T08:30:15.250Z'],
])('%s lasts as long as it says', (text, start, end) => {
  const bounds = dateBounds(text, 0);
  expect([bounds?.start.toISOString(), bounds?.end.toISOString()]).toEqual([start, end]);
});

test('what is no date has no bounds; an hour without a zone is taken in the one that is given', () => {
  expect(dateBounds('x', 0)).toBeUndefined();
  expect(parseDate(undefined)).toBeUndefined();
  expect(parseDate('2026-03-01T08:30:00', 420)).toEqual({
    precision: 'instant',
    at: new Date('2026-03-01T01:30:00Z'),
  });
});

test('years before 1000 keep four digits', () => {
  expect([formatDate('0987'), formatDate('0987-03')]).toEqual(['0987', '03/0987']);
});
