import { humanName } from '@phr/fhir/names';
import { isPhone, storedPhone } from '@phr/fhir/phone';
import { parseDateInput } from '@phr/ui/parse-input';
import type { Checked, Fault } from '../../core/forms/form.ts';
import type { NewUser } from '../../services/account/account.api.ts';

/** Fields as typed. */
export type SignupForm = Readonly<
  Record<'fullName' | 'mobile' | 'birthDate' | 'password' | 'confirm' | 'referralCode', string>
>;

export const EMPTY_SIGNUP: SignupForm = {
  fullName: '',
  mobile: '',
  birthDate: '',
  password: '',
  confirm: '',
  referralCode: '',
};

/** A valid registration, with the referral code. */
export interface SignupEntry {
  readonly user: NewUser;
  readonly referralCode?: string;
}

const PASSWORD_MIN = 6;

/**
 * Validates a sign-up (SIGN-01 to SIGN-03, D-20).
 * @param asksBirthDate quick encounters need the birth date (D-99)
 * @param today YYYY-MM-DD
 */
export function checkSignup(form: SignupForm, asksBirthDate: boolean, today: string): Checked<SignupEntry> {
  const faults: Fault[] = [];
  const { text: fullName } = humanName(form.fullName);
  if (fullName === undefined || fullName === '') faults.push({ field: 'fullName', message: 'signup.fullNameRequired' });
  const phoneNumber = storedPhone(form.mobile);
  if (form.mobile.trim() === '') faults.push({ field: 'mobile', message: 'signup.mobileRequired' });
  else if (!isPhone(form.mobile) || phoneNumber === undefined)
    faults.push({ field: 'mobile', message: 'profile.err.phone' });
  const birth = parseDateInput(form.birthDate);
  if (asksBirthDate && birth.kind === 'empty')
    faults.push({ field: 'birthDate', message: 'profile.err.birthRequired' });
  else if (asksBirthDate && (birth.kind !== 'date' || birth.date > today))
    faults.push({ field: 'birthDate', message: 'profile.err.birthInvalid' });
  if (form.password === '') faults.push({ field: 'password', message: 'signup.passwordRequired' });
  else if ([...form.password].length < PASSWORD_MIN) faults.push({ field: 'password', message: 'signup.passwordMin' });
  if (form.confirm !== form.password) faults.push({ field: 'confirm', message: 'signup.passwordMismatch' });
  if (faults.length > 0 || fullName === undefined || phoneNumber === undefined) return { ok: false, faults };
  const referralCode = form.referralCode.trim();
  return {
    ok: true,
    entry: {
      user: {
        fullName,
        userName: `0${phoneNumber.slice(2)}`,
        phoneNumber,
        password: form.password,
        ...(asksBirthDate && birth.kind === 'date' && { birthDate: birth.date }),
      },
      ...(referralCode !== '' && { referralCode }),
    },
  };
}
