import {
  dayOf,
  formatDate,
  formatDateTime,
  formatDay,
  formatFileSize,
  formatInstant,
  formatMoment,
  formatMoney,
  formatNumber,
  formatPhone,
  formatQuantity,
  formatTime,
  formatWeekday,
  greetingKey,
  truncate,
} from './format.tsx';
import en from './locales/en-US.json' with { type: 'json' };
import vi from './locales/vi-VN.json' with { type: 'json' };

const VN = 'Asia/Ho_Chi_Minh';
const zones = [VN, 'America/Los_Angeles', 'Pacific/Kiritimati', 'UTC'];

describe('dates', () => {
  test('[I18N-05] [UX-14] a calendar date is DD/MM/YYYY in both languages and never moves', () => {
    expect(formatDate('1950-01-01', 'vi-VN')).toBe('01/01/1950');
    expect(formatDate('1950-01-01', 'en-US')).toBe('01/01/1950');
  });

  test('a partial date shows what is known', () => {
    expect(formatDate('1958', 'vi-VN')).toBe('1958');
    expect(formatDate('1958-03', 'vi-VN')).toBe('03/1958');
  });

  test.each([undefined, '', '2026-02-31', '2026-13-01', 'hôm nay', '31/12/2026'])(
    '%p is not a date and says so in words',
    (date) => {
      expect(formatDate(date, 'vi-VN')).toBe(vi['common.unknown']);
      expect(formatDate(date, 'en-US')).toBe(en['common.unknown']);
    },
  );

  test.each([
    [VN, '00:30 24/11/2026'],
    ['America/Los_Angeles', '09:30 23/11/2026'],
    ['Pacific/Kiritimati', '07:30 24/11/2026'],
    ['UTC', '17:30 23/11/2026'],
  ])('[I18N-05] [UX-14] an instant in %s is 24-hour HH:mm DD/MM/YYYY', (zone, shown) => {
    expect(formatInstant('2026-11-23T17:30:00Z', 'vi-VN', zone)).toBe(shown);
    expect(formatInstant('2026-11-23T17:30:00Z', 'en-US', zone)).toBe(shown);
  });

  test('[I18N-05] midnight is 00:00', () => {
    expect(formatTime('2026-11-23T17:00:00Z', 'en-US', VN)).toBe('00:00');
  });

  test('[UX-14] grouping by day uses the shown day', () => {
    expect(zones.map((zone) => dayOf('2026-11-23T17:30:00Z', zone))).toEqual([
      '2026-11-24',
      '2026-11-23',
      '2026-11-24',
      '2026-11-23',
    ]);
  });

  test('a dateTime without a time stays a calendar date', () => {
    expect(formatDateTime('2026-11-23', 'vi-VN', 'America/Los_Angeles')).toBe('23/11/2026');
    expect(formatDateTime('2026-11-23T17:30:00Z', 'vi-VN', VN)).toBe('00:30 24/11/2026');
    expect(formatInstant('2026-11-23', 'vi-VN', VN)).toBe('Không rõ');
  });

  test('near days are named, in the zone that is shown', () => {
    const now = '2026-11-24T01:00:00Z';
    const at = '2026-11-23T17:30:00Z';
    expect(formatDay(at, 'vi-VN', { zone: VN, now })).toBe('hôm nay');
    expect(formatDay(at, 'en-US', { zone: 'UTC', now })).toBe('yesterday');
    expect(formatMoment(at, 'vi-VN', { zone: VN, now })).toBe('00:30 hôm nay');
    expect(formatMoment('2026-11-01T17:30:00Z', 'vi-VN', { zone: VN, now })).toBe('00:30 02/11/2026');
    expect(formatMoment('2026-11-24T20:00:00Z', 'vi-VN', { zone: VN, now })).toBe('03:00 25/11/2026');
  });

  test('a weekday belongs to the calendar date, whatever the zone', () => {
    expect(formatWeekday('2026-11-26', 'vi-VN')).toBe('Thứ Năm');
    expect(formatWeekday('2026-11-29', 'en-US')).toBe('Sunday');
    expect(formatWeekday('2026-11', 'vi-VN')).toBe('Không rõ');
  });

  test('nonsense never becomes "Invalid Date"', () => {
    for (const bad of [undefined, '', 'T', 'xTx', Number.NaN]) {
      expect([
        formatInstant(bad, 'vi-VN'),
        formatTime(bad, 'vi-VN'),
        formatDay(bad, 'vi-VN'),
        formatMoment(bad, 'vi-VN'),
      ]).toEqual(Array(4).fill('Không rõ'));
    }
  });
});

describe('numbers', () => {
  test.each([
    [36.6, 'Cel', '36,6', '36.6'],
    [37, '°C', '37,0', '37.0'],
    [6.14, 'mmol/L', '6,1', '6.1'],
    [110.4, 'mg/dL', '110', '110'],
    [22.456, 'kg/m2', '22,46', '22.46'],
    [128, 'mm[Hg]', '128', '128'],
    [54.3, 'kg', '54,3', '54.3'],
    [54, 'kg', '54', '54'],
    [4.125, 'T/L', '4,125', '4.125'],
    [1234.5, '', '1.234,5', '1,234.5'],
  ])('[UX-15] %p %s follows the language and has the decimals of its kind', (value, unit, inVietnamese, inEnglish) => {
    expect(formatNumber(value, 'vi-VN', unit)).toBe(inVietnamese);
    expect(formatNumber(value, 'en-US', unit)).toBe(inEnglish);
  });

  test('[UX-15] a no-break space stands before the unit', () => {
    expect(formatQuantity(36.6, '°C', 'vi-VN')).toBe('36,6\u00a0°C');
    expect(formatQuantity(undefined, '°C', 'vi-VN')).toBe('Không rõ');
  });

  test('[I18N-07] prices are grouped dong in both languages', () => {
    for (const locale of ['vi-VN', 'en-US'] as const) {
      expect(formatMoney(150_000, locale)).toBe('150.000\u00a0VND');
      expect(formatMoney(1_500, locale)).toBe('1.500\u00a0VND');
      expect(formatMoney(0, locale)).toBe('0\u00a0VND');
    }
  });

  test('[I18N-08] file sizes go by 1024', () => {
    expect(formatFileSize(1023, 'vi-VN')).toBe('1.023\u00a0B');
    expect(formatFileSize(1024, 'vi-VN')).toBe('1,0\u00a0KiB');
    expect(formatFileSize(1_572_864, 'en-US')).toBe('1.5\u00a0MiB');
    expect(formatFileSize(1024 ** 2 - 1, 'en-US')).toBe('1.0\u00a0MiB');
    expect(formatFileSize(5 * 1024 ** 4, 'en-US')).toBe('5,120.0\u00a0GiB');
    expect(formatFileSize(-1, 'vi-VN')).toBe('Không rõ');
  });
});

describe('text', () => {
  test.each([['84912345678'], ['+84 912 345 678'], ['0912345678'], ['0912-345-678'], ['912345678']])(
    '%s is shown as 0912 345 678',
    (phone) => {
      expect(formatPhone(phone, 'vi-VN')).toBe('0912 345 678');
    },
  );

  test('a number of another kind stays as it is, a missing one is named', () => {
    expect(formatPhone('+1 212 555 01 00', 'vi-VN')).toBe('+1 212 555 01 00');
    expect(formatPhone('  ', 'vi-VN')).toBe('Không rõ');
  });

  test('[HDR-02] 25 visible characters stay, 26 are cut, marks are not torn off', () => {
    const word = 'Ậ'.normalize('NFD');
    expect(truncate(word.repeat(25))).toBe(word.repeat(25));
    expect(truncate(word.repeat(26))).toBe(`${word.repeat(25)}…`);
  });

  test.each([
    ['11:59', 'greeting.morning'],
    ['12:00', 'greeting.hello'],
    ['18:00', 'greeting.hello'],
    ['18:01', 'greeting.evening'],
  ])('[DASH-03] at %s the greeting is %s', (time, key) => {
    expect(greetingKey(`2026-11-23T${time}:00+07:00`, VN)).toBe(key);
  });
});
