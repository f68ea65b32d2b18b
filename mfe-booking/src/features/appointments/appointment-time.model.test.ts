import { timeOf } from './appointment-time.model.ts';

const SLOT = { start: '2026-11-25T23:30:00Z', end: '2026-11-26T00:00:00Z', zone: 'Asia/Ho_Chi_Minh' };

test("[BOOK-05] start, end, weekday and date on the facility's clock", () => {
  expect(timeOf(SLOT, 'vi-VN', 'Asia/Ho_Chi_Minh')).toEqual({
    startStr: '06:30',
    endStr: '07:00',
    dayOfWeek: 'Thứ Năm',
    date: '26/11/2026',
  });
  expect(timeOf(SLOT, 'en-US', 'Asia/Bangkok')).toMatchObject({ dayOfWeek: 'Thursday' });
});

test("the zone is named only when the device's clock shows another time", () => {
  expect(timeOf(SLOT, 'en-US', 'Asia/Bangkok')).not.toHaveProperty('zoneName');
  expect(timeOf(SLOT, 'en-US', 'America/Los_Angeles')).toMatchObject({
    startStr: '06:30',
    date: '26/11/2026',
    zoneName: 'Indochina Time (GMT+7)',
  });
});

test('an appointment without a time has none in words', () => {
  expect(timeOf({ zone: 'Asia/Ho_Chi_Minh' }, 'vi-VN')).toBeUndefined();
});
