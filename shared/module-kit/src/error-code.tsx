import { isAppError } from '@phr/contract/app-error';

/** The module broke while it was drawn; hosts tell the same where it broke as it was mounted. */
export const BROKEN = 'PHR-MOD-008';
/** A further file of the module does not come. */
export const FILE_AWAY = 'PHR-MOD-010';

/** Short code of an error, for the support. */
export function codeOf(error: unknown): string {
  return isAppError(error) ? error.code : '500';
}
