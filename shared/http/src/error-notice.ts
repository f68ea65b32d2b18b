import { isAppError } from '@phr/contract/app-error';
import type { Notice } from '@phr/contract/host-api';
import { errorKey } from './error-key.ts';

/**
 * The toast of an error: the title is looked up by code, message or source, and is the default otherwise; the description comes from
 * `detail.message` or `detail`, when that is words for a person and not a field's path or a code.
 */
export function errorNotice(error: unknown, wordsOf: (key: string) => string | undefined): Notice {
  const fallback = wordsOf('error.default') ?? '';
  if (!isAppError(error)) return { type: 'error', title: fallback };
  const detail = typeof error.detail === 'string' ? error.detail : error.detail?.message;
  return { type: 'error', title: wordsOf(errorKey(error)) ?? fallback, ...(detail !== undefined && /\S\s+\S/.test(detail) ? { description: detail } : {}) };
}
