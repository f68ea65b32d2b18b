import { isAppError } from '@phr/contract/app-error';

const STATUSES: readonly (number | undefined)[] = [404, 501];

/** True if a server lacks a call beyond the catalogue (R-H9): do not retry, and do not show a failure. */
export function isNotOffered(error: unknown): boolean {
  return isAppError(error) && STATUSES.includes(error.httpStatus);
}
