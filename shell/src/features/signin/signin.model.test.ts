import { createAccountPath } from './signin.model.ts';

test('[AUTH-08] with code type, enrollment and organisation on the link, the quick sign-up opens with them', () => {
  expect(createAccountPath('?t=F0H&e=E1&o=O1')).toBe('/quick-in?t=F0H&e=E1&o=O1');
});

test('[AUTH-08] with any of them missing, the sign-up opens', () => {
  expect(createAccountPath('')).toBe('/signup');
  expect(createAccountPath('?t=F0H&e=E1')).toBe('/signup?t=F0H&e=E1');
});

test('[AUTH-08] values that no code looks like are dropped', () => {
  expect(createAccountPath(`?t=F0H&e=<script>&o=${'x'.repeat(65)}`)).toBe('/signup?t=F0H');
});
