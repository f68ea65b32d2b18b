import { chartPeriod, presetPeriod, PRESETS } from '@phr/clinical/periods';
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
  expect(neighbour({ range: '7d', anchorDay: '2026-11-25' }, -1, NOW, ZONE)).toEqual({ range: '7d', anchorDay: '2026-11-18' });
  expect(neighbour({ range: '7d', anchorDay: '2026-11-20' }, 1, NOW, ZONE)).toEqual({ range: '7d', anchorDay: '2026-11-25' });
  expect(neighbour({ range: 'week', anchorDay: '2026-11-25' }, 1, NOW, ZONE)).toBeUndefined();
});

test('[VIT-45] the axis tells hours of a day, days of weeks and months, months of a year', () => {
  const marks = (range: Parameters<typeof axisMarks>[0]) => axisMarks(range, chartPeriod(range, '2026-11-25', ZONE), ZONE);
  expect(marks('day')).toMatchObject({ unit: 'hour' });
  expect(marks('week').unit).toBe('day');
  expect(marks('week').at).toHaveLength(7);
  expect(marks('month').unit).toBe('day');
  expect(marks('30d').at.map((at) => new Date(at).toISOString())).toEqual(['2026-11-01T17:00:00.000Z', '2026-11-08T17:00:00.000Z', '2026-11-15T17:00:00.000Z', '2026-11-22T17:00:00.000Z']);
  expect(marks('year')).toMatchObject({ unit: 'month' });
  expect(marks('year').at).toHaveLength(12);
});

test('[VIT-47] each preset is a range and a day in it, and a period is recognised as its preset', () => {
  const now = Date.parse('2026-11-25T10:00:00+07:00');
  for (const preset of PRESETS) {
    const { range, anchorDay } = presetChoice(preset, now, ZONE);
    const { firstDay, lastDay } = chartPeriod(range, anchorDay, ZONE);
    expect({ firstDay, lastDay }).toEqual((({ firstDay: first, lastDay: last }) => ({ firstDay: first, lastDay: last }))(presetPeriod(preset, now, ZONE)));
    expect(presetOf({ range, anchorDay }, now, ZONE)).toBe(preset);
  }
  expect(presetOf({ range: 'week', anchorDay: '2026-11-17' }, now, ZONE)).toBe('lastWeek');
  expect(presetOf({ range: 'year', anchorDay: '2026-11-25' }, now, ZONE)).toBeUndefined();
});
