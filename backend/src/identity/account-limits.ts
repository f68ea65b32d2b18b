import type { Platform } from '../kit/platform.ts';
import { createCounter, type Counter } from '../kit/usage-counts.ts';

const HOUR_MS = 3_600_000;

export interface AccountLimits {
  /** Sign-ups of a network, one count for every address that takes one. */
  readonly signUps: Counter;
  /** Codes that a network asks for without a sign-in, or a person with one. */
  readonly codeRequests: Counter;
  /** Codes that a network or person tries. */
  readonly codeTries: Counter;
}

/** What the calls about accounts are counted by at both origins: whichever address takes a call, the count is the same. */
export function createAccountLimits({
  counts,
  config: { limits },
}: Pick<Platform, 'counts' | 'config'>): AccountLimits {
  return {
    signUps: createCounter(counts, 'sign-up', limits.registerPerHourIp, HOUR_MS),
    codeRequests: createCounter(counts, 'code-request', limits.otpPerHourIp, HOUR_MS),
    codeTries: createCounter(counts, 'code-try', limits.otpPerHourIp, HOUR_MS),
  };
}
