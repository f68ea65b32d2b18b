import { isAppError } from '@phr/contract/app-error';
import type { Notice } from '@phr/contract/host-api';
import { errorKey } from './error-key.ts';

/** What to do about an error, where its name does not say it. */
const WAY_OUT: Readonly<Record<string, string>> = {
  UPLOAD_LIMIT: 'upload.reduceSize',
  CONTENT_LIMIT: 'content.makeShorter',
};

/**
 * The toast of an error: the title is looked up by code, message or source, and is the default otherwise; the description comes from
 * `detail.message` or `detail`, when that is words for a person and not a field's path or a code.
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
