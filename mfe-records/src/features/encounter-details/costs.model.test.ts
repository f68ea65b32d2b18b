import { costGroups, totalOf } from './costs.model.ts';
import { validDuring } from './valid-during.entity.ts';
import { readClaim } from './sections.entity.ts';

const item = (code: string, value: number, currency = 'VND') => ({
  productOrService: { coding: [{ code }], text: `Mục ${code}` },
  net: { value, currency },
});
const claim = (items: readonly object[], more: object = {}) =>
  readClaim({ resourceType: 'Claim', id: 'k', status: 'active', item: items, ...more }, 'vi-VN');
const claims = (...all: ReturnType<typeof claim>[]) => all.filter((one) => one !== undefined);

test('[COV-03] items with code T_THUOC are medication, with T_VTYT supplies, all others other costs', () => {
  const groups = costGroups(
    claims(claim([item('T_THUOC', 100), item('T_GIUONG', 30), item('T_VTYT', 20), item('T_THUOC', 5)])),
  );
  expect(groups.map(({ id, costs, sum }) => [id, costs.map(({ name }) => name), sum?.value])).toEqual([
    ['T_THUOC', ['Mục T_THUOC', 'Mục T_THUOC'], 105],
    ['T_VTYT', ['Mục T_VTYT'], 20],
    ['other', ['Mục T_GIUONG'], 30],
  ]);
});

test("the total is the claim's own, else the sum; what cannot be added up has none", () => {
  expect(
    totalOf(claims(claim([item('A', 1)], { total: { value: 9, currency: 'VND' } }), claim([item('B', 2)])))?.value,
  ).toBe(11);
  expect(totalOf(claims(claim([item('A', 1), { productOrService: { text: 'Chưa rõ' } }])))).toBeUndefined();
  expect(totalOf(claims(claim([item('A', 1), item('B', 1, 'USD')])))).toBeUndefined();
  expect(costGroups([])).toEqual([]);
});

test('a cancelled claim costs nothing', () => {
  expect(claim([item('A', 1)], { status: 'cancelled' })).toBeUndefined();
});

test('a card counts for a visit in its time, as exactly as the dates are known', () => {
  const card = { validFrom: '2026-01-01', validTo: '2026-12-31' };
  expect(validDuring(card, '2026-10-01T08:00:00+07:00', '2026-10-02')).toBe(true);
  expect(validDuring(card, '2025-12-30', '2025-12-31')).toBe(false);
  expect(validDuring(card, '2027-01-01', '2027-01-01')).toBe(false);
  expect(validDuring(card, '2025-12-30', '2026-01-02')).toBe(true);
  expect(validDuring({ validTo: '2026' }, '2026-10-01', '2026-10-01')).toBe(true);
  expect(validDuring({}, undefined, undefined)).toBe(true);
});
