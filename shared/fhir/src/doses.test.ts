import fc from 'fast-check';
import {
  dayPartOf,
  daysOfStock,
  doseIdentifier,
  doseKey,
  dueAt,
  dueState,
  eventPartOf,
  slotOf,
  slotsOn,
} from './doses.ts';

const ZONE = 'Asia/Ho_Chi_Minh';
const SLOT = { statementId: 'm1', local: '2026-11-30T07:00' };
const at = (time: string) => Date.parse(`2026-11-30T${time}:00+07:00`);

test('a dose is named by its medicine and its time on the clock, and found by that name', () => {
  expect(slotOf(doseIdentifier(SLOT))).toEqual(SLOT);
  expect(slotOf({ ...doseIdentifier(SLOT), system: 'urn:x' })).toBeUndefined();
  expect(slotOf({ system: 'https://phr.example/dose', value: 'm1/2026-11-30' })).toBeUndefined();
});

test('the same dose has the same key on each device, another dose another', async () => {
  const key = await doseKey(SLOT);
  expect(key).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(await doseKey({ ...SLOT })).toBe(key);
  expect(await doseKey({ ...SLOT, local: '2026-11-30T18:00' })).not.toBe(key);
  expect(await doseKey({ ...SLOT, statementId: 'm2' })).not.toBe(key);
});

test('the key of a dose is that of earlier releases, so that a dose recorded then is not recorded again', async () => {
  expect(await doseKey(SLOT)).toBe('a782c1ac-b01f-8862-a1d9-a15a5a070e37');
});

test.each([
  ['MORN', 'morning'],
  ['PCM', 'morning'],
  ['NOON', 'noon'],
  ['AFT.late', 'noon'],
  ['HS', 'evening'],
  ['EVE-2', 'evening'],
  ['PC', 'any'],
  ['toString', 'any'],
])('a dose that is planned for %s belongs to the part of the day: %s', (event, part) => {
  expect(eventPartOf({ local: `2026-11-30T${event}` })).toBe(part);
});

test('[S7] a dose is due from an hour before until two hours after its time', () => {
  expect(['05:59', '06:00', '09:00', '09:01'].map((time) => dueState(SLOT, at(time), ZONE))).toEqual([
    'later',
    'due',
    'due',
    'past',
  ]);
});

test('a dose keeps its time on the clock where the clock is changed', () => {
  const berlin = (local: string) => new Date(dueAt({ local }, 'Europe/Berlin')).toISOString();
  expect(berlin('2026-03-28T08:00')).toBe('2026-03-28T07:00:00.000Z');
  expect(berlin('2026-03-29T08:00')).toBe('2026-03-29T06:00:00.000Z');
  // 02:30 is skipped on that night, and occurs twice in October
  expect(berlin('2026-03-29T02:30')).toBe('2026-03-29T01:30:00.000Z');
  expect(berlin('2026-10-25T02:30')).toBe('2026-10-25T00:30:00.000Z');
});

test('morning, noon and evening', () => {
  const parts = ['00:00', '10:59', '11:00', '16:59', '17:00', '23:59'].map((time) =>
    dayPartOf({ ...SLOT, local: `2026-11-30T${time}` }),
  );
  expect(parts).toEqual(['morning', 'morning', 'noon', 'noon', 'evening', 'evening']);
  expect(slotsOn('m1', { times: ['07:00', '18:00'] }, '2026-11-30')).toEqual([
    SLOT,
    { ...SLOT, local: '2026-11-30T18:00' },
  ]);
});

const DAILY = { times: ['07:00'] };
const none = new Set<string>();
const stock = (count: number, perDose = 1) => ({ count, at: at('06:00'), perDose });

test('[S14] a stock lasts as many days as it has doses, today among them while today’s is to come', () => {
  expect(daysOfStock(DAILY, stock(6), none, at('06:30'), ZONE)).toBe(6);
  expect(daysOfStock(DAILY, stock(6), none, at('08:00'), ZONE)).toBe(5);
  expect(daysOfStock({ times: ['07:00', '18:00'] }, stock(6), none, at('06:30'), ZONE)).toBe(3);
  expect(daysOfStock(DAILY, stock(6, 2), none, at('06:30'), ZONE)).toBe(3);
  expect(daysOfStock(DAILY, stock(3, 0.5), none, at('06:30'), ZONE)).toBe(6);
  expect(daysOfStock(DAILY, stock(0), none, at('06:30'), ZONE)).toBe(0);
  // four Mondays, including today
  expect(daysOfStock({ times: ['07:00'], days: ['mon'] }, stock(4), none, at('06:30'), ZONE)).toBe(22);
});

test('[S14] a dose that was skipped is still there; a plan that ends first needs no buying', () => {
  expect(daysOfStock(DAILY, stock(6), new Set(['2026-11-30T07:00']), at('08:00'), ZONE)).toBe(6);
  expect(daysOfStock({ ...DAILY, end: '2026-12-02' }, stock(6), none, at('08:00'), ZONE)).toBeUndefined();
  expect(daysOfStock(DAILY, stock(4000), none, at('08:00'), ZONE)).toBeUndefined();
  // the last dose of the plan is the last of the stock: nothing need be bought
  expect(
    [2, 3, 4].map((count) => daysOfStock({ ...DAILY, end: '2026-12-02' }, stock(count), none, at('06:30'), ZONE)),
  ).toEqual([2, undefined, undefined]);
});

test('a stock is told up to a year ahead, counted up to two years ago, and of a dose that is something', () => {
  expect([366, 367].map((count) => daysOfStock(DAILY, stock(count), none, at('06:30'), ZONE))).toEqual([
    366,
    undefined,
  ]);
  const counted = (days: number) => ({ count: 800, at: at('06:00') - days * 86_400_000, perDose: 1 });
  expect([732, 733].map((days) => daysOfStock(DAILY, counted(days), none, at('06:30'), ZONE))).toEqual([68, undefined]);
  expect([0, -1].map((perDose) => daysOfStock(DAILY, stock(6, perDose), none, at('06:30'), ZONE))).toEqual([
    undefined,
    undefined,
  ]);
  // a tenth is no whole number in a computer, and the tenth dose is there all the same
  expect(daysOfStock(DAILY, stock(1, 0.1), none, at('06:30'), ZONE)).toBe(10);
  // what was planned for the very moment of the count had been taken
  expect(daysOfStock(DAILY, { count: 3, at: at('07:00'), perDose: 1 }, none, at('07:00'), ZONE)).toBe(3);
});

test('more in stock never ends earlier', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 200 }), fc.integer({ min: 1, max: 3 }), (count, perDose) => {
      const less = daysOfStock(DAILY, stock(count, perDose), none, at('08:00'), ZONE) ?? Infinity;
      const more = daysOfStock(DAILY, stock(count + 1, perDose), none, at('08:00'), ZONE) ?? Infinity;
      expect(more).toBeGreaterThanOrEqual(less);
    }),
  );
});
