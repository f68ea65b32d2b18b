import en from '../../locales/booking.en-US.json' with { type: 'json' };
import vi from '../../locales/booking.vi-VN.json' with { type: 'json' };
import uiEn from '@phr/ui/locales/en-US' with { type: 'json' };
import uiVi from '@phr/ui/locales/vi-VN' with { type: 'json' };
import { readAvailableTime } from './availability.entity.ts';
import { hoursWords, weekWords } from './availability.words.ts';

const words = (texts: Readonly<Record<string, string>>) => ((key: string) => texts[key] ?? key) as never;
const VI = words({ ...uiVi, ...vi });
const EN = words({ ...uiEn, ...en });
const hours = (days: readonly string[] | undefined, more: object) => ({
  ...(days === undefined ? {} : { daysOfWeek: days }),
  ...more,
});
const OFFICE = { availableStartTime: '08:00:00', availableEndTime: '17:00:00' };

test('[UI-19] availability is the whole day, a range, or no schedule', () => {
  expect([
    hoursWords('all-day', VI),
    hoursWords({ from: '08:00', to: '17:00' }, VI),
    hoursWords(undefined, VI),
  ]).toEqual(['Cả ngày', '08:00–17:00', 'Không có lịch']);
  expect([
    hoursWords('all-day', EN),
    hoursWords({ from: '08:00', to: '17:00' }, EN),
    hoursWords(undefined, EN),
  ]).toEqual(['All day', '08:00–17:00', 'No schedule']);
});

test('[UI-19] a week in lines: equal days joined, two spans a day in order, closed days named', () => {
  const times = readAvailableTime([
    hours(['mon', 'tue', 'wed', 'thu', 'fri'], { availableStartTime: '13:00:00', availableEndTime: '17:00:00' }),
    hours(['mon', 'tue', 'wed', 'thu', 'fri'], { availableStartTime: '07:30:00', availableEndTime: '11:30:00' }),
    hours(['sat'], { allDay: true }),
  ]);
  expect(weekWords(times, VI)).toEqual([
    'Thứ Hai – Thứ Sáu: 07:30–11:30, 13:00–17:00',
    'Thứ Bảy: Cả ngày',
    'Chủ Nhật: Không có lịch',
  ]);
  expect(weekWords(readAvailableTime([hours(undefined, OFFICE)]), EN)).toEqual(['Monday – Sunday: 08:00–17:00']);
});

test.each([
  [undefined],
  [[]],
  [[hours(['mon'], {})]],
  [[hours(['funday'], OFFICE)]],
  [[hours(['mon'], { availableStartTime: '25:00:00', availableEndTime: '26:00:00' })]],
  ['x'],
])('[UI-19] %j says nothing readable: no schedule', (value) => {
  expect(weekWords(readAvailableTime(value), VI)).toEqual(['Không có lịch']);
});
