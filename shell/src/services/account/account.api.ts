import { AppError, isAppError } from '@phr/contract/app-error';
import { splitPhone } from '@phr/fhir/phone';
import { isObject, number, lenientObject, text } from '@phr/fhir/json';
import type { Client } from '@phr/http/client';

/** A new account. The user name is the mobile number. */
export interface NewUser {
  readonly fullName: string;
  readonly userName: string;
  readonly phoneNumber: string;
  readonly password: string;
  /** YYYY-MM-DD. */
  readonly birthDate?: string;
}

export interface RegisteredUser {
  readonly userName: string;
  readonly phoneNumber: string;
  readonly otpId: string;
}

/** Owner of a referral code (SIGN-08). */
export interface Referral {
  readonly id: string;
  readonly name: string;
  readonly hospitalId: string;
  /** 0 hospital, 1 doctor. */
  readonly type: 0 | 1;
  readonly scheduleCode?: string;
  readonly code: string;
}

/** A sent code: id of the OTP record, and how many more may be requested. */
export interface SentCode {
  readonly id: string;
  readonly left: number;
}

export interface PhoneOwner {
  readonly userName: string;
  /** 84 and nine digits. */
  readonly phoneNumber: string;
}

/** Calls of sign-up and phone confirmation. All reject with AppError. */
export interface AccountApi {
  signUp(user: NewUser, key: string): Promise<RegisteredUser>;
  referral(code: string): Promise<Referral>;
  quickEncounter(
    user: NewUser & {
      readonly code: string;
      readonly scheduleCode?: string;
      readonly encounterType?: string;
      readonly enrollmentCode?: string;
      readonly orgCode?: string;
    },
    key: string,
  ): Promise<RegisteredUser>;
  /** Confirms the number of an account that is not signed in (version 1). */
  confirmPhone(code: { readonly userName: string; readonly otpId: string; readonly code: string }): Promise<void>;
  /** Sends a code, for the signed-in account or for a typed user name. */
  requestCode(owner: PhoneOwner, who: 'signed-in' | 'anonymous'): Promise<SentCode>;
  /** Confirms the number of the signed-in account (version 2). */
  verifyCode(id: string, otp: string): Promise<void>;
}

const asRegistered = lenientObject({ userName: text, phoneNumber: text, otpId: text });
const asReferral = lenientObject({
  id: text,
  name: text,
  hospitalId: text,
  type: number,
  scheduleCode: text,
  code: text,
});
const asSent = lenientObject({ id: text, left: number });

/**
 * @param session sends the token
 * @param anonymous sends no token
 * @param signUpAt which service takes a sign-up; both respond alike (D-111)
 */
export function createAccountApi(session: Client, anonymous: Client, signUpAt: 'phr' | 'identity' = 'phr'): AccountApi {
  const post = async (client: Client, path: string, body: unknown, key?: string): Promise<unknown> =>
    (
      await client.send({
        service: 'phr',
        method: 'POST',
        path,
        body,
        ...(key !== undefined && { idempotencyKey: key }),
      })
    ).body;
  return {
    async signUp(user, key) {
      if (signUpAt === 'phr')
        return toRegistered(await withPasswordRefusal(post(anonymous, '/api/ano/phr/auth/sign-up', user, key)));
      const response = anonymous.send({
        service: 'identity',
        method: 'POST',
        path: '/api/account/register',
        body: user,
        idempotencyKey: key,
      });
      const { body } = await withPasswordRefusal(response);
      return toRegistered(isObject(body) ? body['data'] : undefined);
    },
    async referral(code) {
      const { body } = await anonymous.send({
        service: 'phr',
        method: 'GET',
        path: '/api/ano/phr/auth/referral',
        query: { code },
      });
      return toReferral(body);
    },
    quickEncounter: async (user, key) =>
      toRegistered(await withPasswordRefusal(post(anonymous, '/api/ano/phr/auth/quick-encounter', user, key))),
    async confirmPhone(code) {
      await anonymous.send({
        service: 'identity',
        method: 'POST',
        path: '/api/account/confirmPhoneNumber',
        body: code,
      });
    },
    async requestCode({ userName, phoneNumber }, who) {
      const { dialingCode, number: rest } = splitPhone(phoneNumber);
      const sent = asSent(
        await post(who === 'anonymous' ? anonymous : session, '/api/phr/account/otp/request', {
          userName,
          phoneNumber: rest,
          dialingCode,
          verified: false,
        }),
      );
      if (sent?.id === undefined) throw new AppError({ code: '500' });
      return { id: sent.id, left: sent.left ?? 0 };
    },
    async verifyCode(id, otp) {
      await post(session, '/api/phr/account/otp/verify', { id, otp });
    },
  };
}

/**
 * Passes a response on, turning a password rejected by the identity service into PASSWORD_REFUSED with the service's
 * explanation (D-20); `message` is localized if `detail` names the password.
 */
async function withPasswordRefusal<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    const named =
      isAppError(error) &&
      error.code === 'FORM_INPUT_INVALID' &&
      typeof error.detail === 'object' &&
      error.detail.message;
    if (!isAppError(error) || named !== 'password') throw error;
    throw new AppError({
      code: 'PASSWORD_REFUSED',
      httpStatus: 422,
      source: error.source,
      detail: { message: error.message },
      cause: error,
    });
  }
}

function toRegistered(body: unknown): RegisteredUser {
  const { userName, phoneNumber, otpId } = asRegistered(body) ?? {};
  if (userName === undefined || phoneNumber === undefined || otpId === undefined) throw new AppError({ code: '500' });
  return { userName, phoneNumber, otpId };
}

function toReferral(body: unknown): Referral {
  const { id, name, hospitalId, type, scheduleCode, code } = asReferral(body) ?? {};
  if (
    id === undefined ||
    name === undefined ||
    hospitalId === undefined ||
    code === undefined ||
    (type !== 0 && type !== 1)
  )
    throw new AppError({ code: 'INVALID_REFERRAL' });
  return { id, name, hospitalId, type, code, ...(scheduleCode !== undefined && { scheduleCode }) };
}
