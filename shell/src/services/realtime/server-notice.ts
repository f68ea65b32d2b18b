import { AppError } from '@phr/contract/app-error';
import { errorKey } from '@phr/http/error-key';
import type { ServerToast } from './messages.ts';

const NO_WORDS = errorKey(new AppError());

/** A server message: translated if its code is known, else as received. */
export function inWords(notice: ServerToast, wordsOf: (key: string) => string | undefined): ServerToast {
  const key = notice.code === undefined ? NO_WORDS : errorKey(new AppError({ code: notice.code }));
  return key === NO_WORDS ? notice : { ...notice, title: wordsOf(key) ?? notice.title };
}
