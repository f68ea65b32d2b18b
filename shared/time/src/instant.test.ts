import * as fc from 'fast-check';
import { epochMilliseconds, parse } from './instant.ts';

test('an instant needs a real day, a real hour and a zone', () => {
  for (const text of ['2026-03-01T08:30:00+07:00', '2026-03-01T08:30Z', '2024-02-29T23:59:59.123456-03:30'])
    expect(parse(text)).toBe(text);
  for (const text of [
    '2026-03-01T08:30:00',
    '2026-03-01',
    '2026-02-29T08:30:00Z',
    '2026-03-01T24:00:00Z',
    '2026-03-01T08:60:00Z',
    '2026-03-01T08:30:60Z',
    '2026-03-01T08:30:00+15:00',
    '2026-03-01T08:30:00+07:60',
    '2026-03-01 08:30:00Z',
    '',
  ])
    expect([text, parse(text)]).toEqual([text, undefined]);
});

test('an instant is read as JavaScript reads it, of a fraction the milliseconds', () => {
  fc.assert(
    fc.property(
      fc.date({ min: new Date('0001-01-01Z'), max: new Date('9999-12-31Z'), noInvalidDate: true }),
      (date) => {
        expect(epochMilliseconds(date.toISOString())).toBe(date.getTime());
      },
    ),
  );
  expect(epochMilliseconds('2026-03-01T08:30:00.1239+07:00')).toBe(Date.parse('2026-03-01T01:30:00.123Z'));
  expect(epochMilliseconds('2026-03-01T08:30:00.5Z')).toBe(Date.parse('2026-03-01T08:30:00.500Z'));
});

test('a time without zone lies in the zone that is given, else in that of the device', () => {
  expect(epochMilliseconds('2026-03-01T08:30:00', 420)).toBe(Date.parse('2026-03-01T01:30:00Z'));
  expect(epochMilliseconds('2026-03-01T08:30:00Z', 420)).toBe(Date.parse('2026-03-01T08:30:00Z'));
  expect(epochMilliseconds('2026-03-01T08:30:00')).toBe(new Date(2026, 2, 1, 8, 30).getTime());
});
