import { isAppError } from '@phr/contract/app-error';

const STATUSES: readonly (number | undefined)[] = [404, 501];

/** True for the answer of a server that does not have a call beyond the catalogue (R-H9): nothing is asked again, and nothing has failed. */
export function isNotOffered(error: unknown): boolean {
  return isAppError(error) && STATUSES.includes(error.httpStatus);
}
