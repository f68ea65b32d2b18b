import { clockOf, minutesOfDay, MOST_REMINDERS, withReminder } from './reminder.model.ts';

test('[DEV-09] a reminder is kept as minutes of the day: 07:30 gives 450', () => {
  expect(['07:30', '7h30', '00:00', '23:59', '24:00', ''].map(minutesOfDay)).toEqual([
    450,
    450,
    0,
    1439,
    undefined,
    undefined,
  ]);
  expect([450, 0, 1439].map(clockOf)).toEqual(['07:30', '00:00', '23:59']);
  expect(withReminder([{ label: 'Tối', minutesOfDay: 1170 }], ' Sáng ', '07:30')).toEqual({
    ok: true,
    reminders: [
      { label: 'Sáng', minutesOfDay: 450 },
      { label: 'Tối', minutesOfDay: 1170 },
    ],
  });
});

test('[DEV-10] a time that has a reminder already is refused', () => {
  expect(withReminder([{ label: 'Sáng', minutesOfDay: 450 }], 'Nữa', '7:30')).toEqual({
    ok: false,
    field: 'time',
    message: 'device.duplicateReminder',
  });
});

test('[DEV-11] the 24th reminder is taken, the 25th is not', () => {
  const some = (count: number) => Array.from({ length: count }, (_, at) => ({ label: 'x', minutesOfDay: at }));
  expect(MOST_REMINDERS).toBe(24);
  expect(withReminder(some(23), 'x', '12:00').ok).toBe(true);
  expect(withReminder(some(24), 'x', '12:00')).toEqual({ ok: false, field: 'time', message: 'device.reminderLimit' });
});

test('label and time are needed', () => {
  expect(withReminder([], ' ', '07:30')).toMatchObject({ field: 'label' });
  expect(withReminder([], 'x', '7 giờ')).toMatchObject({ field: 'time', message: 'device.err.time' });
});
