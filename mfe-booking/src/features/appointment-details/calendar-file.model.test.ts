import { calendarFile, type CalendarWords } from './calendar-file.model.ts';

const NOW = new Date('2026-11-20T03:04:05.678Z');
const ADDRESS = new URL('https://phr.example/appointment-details/a-1');
const words: CalendarWords = {
  summary: 'Khám tim mạch',
  location: 'Bệnh viện Sao Mai, phòng 204',
  notes: ['BS. Lê Thị Hòa', 'Số thứ tự: 17'],
  address: ADDRESS,
};
const booked = { id: 'a-1', status: 'booked', start: '2026-11-26T09:30:00+07:00', end: '2026-11-26T10:00:00+07:00' };
/** Unfolded lines, as a parser sees them. */
const lines = (file: string | undefined): readonly string[] => (file ?? '').replaceAll('\r\n ', '').split('\r\n');

test('the event holds the instants of the appointment in UTC and the words of the screen, escaped', () => {
  expect(lines(calendarFile(booked, words, NOW))).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Personal health record//Appointments//EN',
    'BEGIN:VEVENT',
    'UID:a-1@phr.example',
    'DTSTAMP:20261120T030405Z',
    'DTSTART:20261126T023000Z',
    'DTEND:20261126T030000Z',
    'SUMMARY:Khám tim mạch',
    String.raw`LOCATION:Bệnh viện Sao Mai\, phòng 204`,
    String.raw`DESCRIPTION:BS. Lê Thị Hòa\nSố thứ tự: 17`,
    'URL:https://phr.example/appointment-details/a-1',
    'STATUS:CONFIRMED',
    'CLASS:PRIVATE',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]);
});

test('a semicolon, a backslash and a line end in a name stay part of the name', () => {
  expect(lines(calendarFile(booked, { ...words, summary: 'A;B\\C,D\r\nEND:VEVENT' }, NOW))).toContain(
    String.raw`SUMMARY:A\;B\\C\,D\nEND:VEVENT`,
  );
});

test('no line is longer than 75 octets, and no letter is torn apart', () => {
  const summary = 'Siêu âm ổ bụng tổng quát và tư vấn điều trị đái tháo đường típ 2 cho người cao tuổi 👵🏻 '.repeat(3);
  const file = calendarFile(booked, { ...words, summary }, NOW) ?? '';
  const octets = file.split('\r\n').map((line) => new TextEncoder().encode(line).length);
  expect(Math.max(...octets)).toBeLessThanOrEqual(75);
  expect(Math.max(...octets)).toBeGreaterThan(70);
  expect(lines(file)).toContain(`SUMMARY:${summary}`);
});

test.each(['proposed', 'pending', 'waitlist'])(
  'what is %s is tentative in the calendar, under the UID that it keeps when confirmed',
  (status) => {
    const file = lines(calendarFile({ ...booked, status }, words, NOW));
    expect(file).toContain('STATUS:TENTATIVE');
    expect(file).toContain('UID:a-1@phr.example');
  },
);

test('without an end there is none in the file; without a start there is no file', () => {
  const { start: _, ...unset } = booked;
  const { end: __, ...open } = booked;
  expect(lines(calendarFile(open, words, NOW)).some((line) => line.startsWith('DTEND'))).toBe(false);
  expect(calendarFile(unset, words, NOW)).toBeUndefined();
});
