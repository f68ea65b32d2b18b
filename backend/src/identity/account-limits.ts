import type { Platform } from '../kit/platform.ts';
import { createCounter, type Counter } from '../kit/usage-counts.ts';

const HOUR_MS = 3_600_000;

export interface AccountLimits {
  /** Sign-ups per network, shared by all endpoints. */
  readonly signUps: Counter;
  /** Codes requested per network, or per signed-in person. */
  readonly codeRequests: Counter;
  /** Codes that a network or person tries. */
  readonly codeTries: Counter;
}

/** Limits of account calls, shared by both origins. */
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
