import { checkLink, EMPTY_LINK, readAccessCode } from './link-request.model.ts';
import { isRemovable, linkBadge, awaitsCode } from './link-status.model.ts';

test('[LINK-01] a link request needs a provider', () => {
  expect(checkLink({ ...EMPTY_LINK, medicalId: 'AD-1' })).toEqual({
    ok: false,
    faults: [{ field: 'providerId', message: 'link.err.provider' }],
  });
});

test.each(['medicalId', 'examCode', 'insuranceCardNumber'])('[LINK-02] one number is enough: %s', (field) => {
  expect(checkLink({ ...EMPTY_LINK, providerId: 'o1', [field]: ' 12 ' })).toEqual({
    ok: true,
    entry: { providerId: 'o1', [field]: '12' },
  });
});

test('[LINK-02] without any number nothing is asked', () => {
  expect(checkLink({ ...EMPTY_LINK, providerId: 'o1', examCode: '  ' })).toEqual({
    ok: false,
    faults: [{ field: 'medicalId', message: 'link.err.oneOf' }],
  });
});

test.each([
  ['123456', '123456'],
  ['123 456', '123456'],
  ['12345', undefined],
  ['1234567', undefined],
  ['12345a', undefined],
  ['', undefined],
])('[LINK-06] the access code is exactly 6 digits: %j', (typed, code) => {
  expect(readAccessCode(typed)).toBe(code);
});

test.each([
  ['requested', 'sent', false, true],
  ['received', 'processing', false, true],
  ['accepted', 'processing', false, true],
  ['in-progress', 'processing', false, true],
  ['on-hold', 'waiting', true, true],
  ['ready', 'waiting', true, true],
  ['completed', 'completed', false, true],
  ['rejected', 'denied', false, true],
  ['failed', 'notProcessable', false, true],
  ['cancelled', 'cancelled', false, false],
])('[LINK-09][LINK-13] %s is %s; the code is asked: %j, it can be removed: %j', (status, words, code, removable) => {
  expect(linkBadge(status)?.key).toBe(`link.status.${words}`);
  expect(awaitsCode(status)).toBe(code);
  expect(isRemovable(status)).toBe(removable);
});
