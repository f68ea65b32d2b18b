import { isPhone, storedPhone } from '@phr/fhir/phone';
import type { Checked } from '../../core/forms/form.ts';
import type { PhoneOwner } from '../../services/account/account.api.ts';

/** Digits of a one-time code (SIGN-04). */
export const CODE_LENGTH = 6;
/** Seconds before another code may be requested: the first may still arrive. */
export const RESEND_SECONDS = 60;

/** Digits of a typed or pasted code: "123 456" becomes 123456. */
export function codeOf(typed: string): string {
  return typed.replace(/\D/g, '').slice(0, CODE_LENGTH);
}

export function checkCode({ code }: { readonly code: string }): Checked<string> {
  return code.length === CODE_LENGTH
    ? { ok: true, entry: code }
    : { ok: false, faults: [{ field: 'code', message: 'otp.enter' }] };
}

/** The account of a typed number: user name and number are equal (D-18). */
export function checkMobile({ mobile }: { readonly mobile: string }): Checked<PhoneOwner> {
  if (mobile.trim() === '') return { ok: false, faults: [{ field: 'mobile', message: 'signup.mobileRequired' }] };
  const phoneNumber = isPhone(mobile) ? storedPhone(mobile) : undefined;
  if (phoneNumber === undefined) return { ok: false, faults: [{ field: 'mobile', message: 'profile.err.phone' }] };
  return { ok: true, entry: { userName: `0${phoneNumber.slice(2)}`, phoneNumber } };
}
