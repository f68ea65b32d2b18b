import { chartPeriod, PRESETS, type Preset } from '@phr/clinical/periods';
import { minuteOfDay } from '@phr/time/zone';
import { axisMarks, neighbour, presetChoice, presetOf, readPeriod, writePeriod } from './period.model.ts';

const ZONE = 'Asia/Ho_Chi_Minh';
const NOW = Date.parse('2026-11-25T10:00:00+07:00');
const read = (search: string) => readPeriod(new URLSearchParams(search), NOW, ZONE);

test('[VIT-46] the address keeps the range and the day; what cannot be read becomes the last 30 days', () => {
  expect(read('')).toEqual({ range: '30d', anchorDay: '2026-11-25' });
  expect(read('range=week&at=2026-11-04')).toEqual({ range: 'week', anchorDay: '2026-11-04' });
  expect(read('range=%3Cscript%3E&at=2026-02-31')).toEqual({ range: '30d', anchorDay: '2026-11-25' });
  expect(read('at=2027-01-01')).toEqual({ range: '30d', anchorDay: '2026-11-25' });
});

test('what is written is read back, and the rest of the address stays', () => {
  const search = writePeriod(new URLSearchParams('view=table'), { range: 'month', anchorDay: '2026-10-03' }, NOW, ZONE);
  expect(search.get('view')).toBe('table');
  expect(readPeriod(search, NOW, ZONE)).toEqual({ range: 'month', anchorDay: '2026-10-03' });
  expect(writePeriod(search, { range: '30d', anchorDay: '2026-11-25' }, NOW, ZONE).toString()).toBe('view=table');
});

test('the period before is one step back; none lies after today', () => {
  expect(neighbour({ range: '7d', anchorDay: '2026-11-25' }, -1, NOW, ZONE)).toEqual({
    range: '7d',
    anchorDay: '2026-11-18',
  });
  expect(neighbour({ range: '7d', anchorDay: '2026-11-20' }, 1, NOW, ZONE)).toEqual({
    range: '7d',
    anchorDay: '2026-11-25',
  });
  expect(neighbour({ range: 'week', anchorDay: '2026-11-25' }, 1, NOW, ZONE)).toBeUndefined();
});

test('[VIT-45] the axis tells hours of a day, days of weeks and months, months of a year', () => {
  const marks = (range: Parameters<typeof axisMarks>[0]) =>
    axisMarks(range, chartPeriod(range, '2026-11-25', ZONE), ZONE);
  expect(marks('day')).toMatchObject({ unit: 'hour' });
  expect(marks('week').unit).toBe('day');
  expect(marks('week').at).toHaveLength(7);
  expect(marks('month').unit).toBe('day');
  expect(marks('30d').at.map((at) => new Date(at).toISOString())).toEqual([
    '2026-11-01T17:00:00.000Z',
    '2026-11-08T17:00:00.000Z',
    '2026-11-15T17:00:00.000Z',
    '2026-11-22T17:00:00.000Z',
  ]);
  expect(marks('year')).toMatchObject({ unit: 'month' });
  expect(marks('year').at).toHaveLength(12);
});

/** First and last day of a preset. */
const daysOf = (preset: Preset, now: number, zone: string): string => {
  const { range, anchorDay } = presetChoice(preset, now, zone);
  const { firstDay, lastDay } = chartPeriod(range, anchorDay, zone);
  return `${firstDay} ${lastDay}`;
};

test('[VIT-47] each preset gives its days, and a period is recognised as its preset', () => {
  // Wednesday 2026-11-25, 08:00 in Viet Nam.
  const now = Date.parse('2026-11-25T01:00:00Z');
  expect(PRESETS.map((preset) => daysOf(preset, now, ZONE))).toEqual([
    '2026-11-25 2026-11-25',
    '2026-11-24 2026-11-24',
    '2026-11-23 2026-11-23',
    '2026-11-23 2026-11-29',
    '2026-11-16 2026-11-22',
    '2026-11-09 2026-11-15',
    '2026-11-19 2026-11-25',
    '2026-11-12 2026-11-25',
    '2026-10-27 2026-11-25',
  ]);
  for (const preset of PRESETS) expect(presetOf(presetChoice(preset, now, ZONE), now, ZONE)).toBe(preset);
  expect(presetOf({ range: 'week', anchorDay: '2026-11-17' }, now, ZONE)).toBe('lastWeek');
  expect(presetOf({ range: 'year', anchorDay: '2026-11-25' }, now, ZONE)).toBeUndefined();
});

test('[VIT-47] today follows the time zone; a Sunday belongs to the week that began on Monday', () => {
  const now = Date.parse('2026-11-24T17:30:00Z');
  expect([daysOf('today', now, ZONE), daysOf('today', now, 'UTC')]).toEqual([
    '2026-11-25 2026-11-25',
    '2026-11-24 2026-11-24',
  ]);
  expect(daysOf('thisWeek', Date.parse('2026-11-29T12:00:00Z'), 'UTC')).toBe('2026-11-23 2026-11-29');
});

test('[VIT-45] the hours of a day follow its clock, also on the days on which the clock is changed', () => {
  for (const [day, zone] of [
    ['2026-03-29', 'Europe/Berlin'],
    ['2026-10-25', 'Europe/Berlin'],
    ['2026-11-25', ZONE],
  ] as const) {
    const { at } = axisMarks('day', chartPeriod('day', day, zone), zone);
    expect(at.map((instant) => minuteOfDay(instant, zone) / 60)).toEqual([0, 4, 8, 12, 16, 20, 0]);
  }
});
