import { chartPeriod } from '@phr/clinical/periods';
import { pointsOf } from '../chart/series.model.ts';
import { readingsOf } from '../readings/reading.model.ts';
import { bloodPressure, single } from '../readings/samples.test-support.ts';
import { calendarDays, calendarOption } from './calendar-option.model.ts';

const ZONE = 'Asia/Ho_Chi_Minh';
const context = { birthDate: '1958-06-02', zone: ZONE, now: Date.parse('2026-11-25T10:00:00+07:00') };
const year = chartPeriod('year', '2026-11-25', ZONE);
const marks = { target: '#1', veryMild: '#2', mild: '#3', dangerous: '#4', veryDangerous: '#5' };

test('[VIT-55][VIT-57] a day is marked by the worst level of its readings, with a shape of its own', () => {
  const readings = readingsOf(
    [
      bloodPressure(118, 95, '2026-11-24T23:30:00+07:00'),
      bloodPressure(118, 76, '2026-11-24T08:00:00+07:00'),
      bloodPressure(118, 76, '2026-11-25T00:10:00+07:00'),
    ],
    context,
  );
  const days = calendarDays(pointsOf(readings, year, 'mmol/L'), ZONE);
  expect(days).toEqual([
    { day: '2026-11-24', level: 'dangerous' },
    { day: '2026-11-25', level: 'target' },
  ]);
  const option = calendarOption(
    days,
    year,
    { text: 'black', grid: 'grey', surface: 'white', plain: 'teal', marks },
    [],
    [],
  );
  expect(option.series[0]?.data).toEqual([
    { value: ['2026-11-24', 1], symbol: 'triangle', itemStyle: { color: '#4' } },
    { value: ['2026-11-25', 1], symbol: 'circle', itemStyle: { color: '#1' } },
  ]);
  expect(option.calendar).toMatchObject({ range: ['2026-01-01', '2026-12-31'], dayLabel: { firstDay: 1 } });
});

test('a vital without bands has plain marks', () => {
  expect(
    calendarDays(
      pointsOf(readingsOf([single('weights', 58, '2026-11-24T08:00:00+07:00')], context), year, 'mmol/L'),
      ZONE,
    ),
  ).toEqual([{ day: '2026-11-24' }]);
});
