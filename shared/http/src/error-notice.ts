import { isAppError } from '@phr/contract/app-error';
import type { Notice } from '@phr/contract/host-api';
import { errorKey } from './error-key.ts';

/** Remedies of errors whose title does not imply one. */
const WAY_OUT: Readonly<Record<string, string>> = {
  UPLOAD_LIMIT: 'upload.reduceSize',
  CONTENT_LIMIT: 'content.makeShorter',
};

/**
 * Toast of an error: title by code, message or source, else the default; description from `detail.message` or `detail`
 * if it is user-facing text rather than a field path or code.
 */
export function errorNotice(error: unknown, wordsOf: (key: string) => string | undefined): Notice {
  const fallback = wordsOf('error.default') ?? '';
  if (!isAppError(error)) return { type: 'error', title: fallback };
  const detail = typeof error.detail === 'string' ? error.detail : error.detail?.message;
  const description =
    WAY_OUT[error.code] === undefined
      ? detail !== undefined && /\S\s+\S/.test(detail)
        ? detail
        : undefined
      : wordsOf(WAY_OUT[error.code] ?? '');
  return {
    type: 'error',
    title: wordsOf(errorKey(error)) ?? fallback,
    ...(description !== undefined && { description }),
  };
}
