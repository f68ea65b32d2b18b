import type { ErrorSource } from '@phr/contract/app-error';
import { ContentFault } from './content/limits.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { unknownOrNotAllowed } from './allowed-methods.ts';

/** Error codes of the service catalogue with their HTTP status. */
const STATUS_OF = {
  FORM_INPUT_INVALID: 422,
  REMINDER_LIMIT: 422,
  IMAGE_TOO_SMALL: 422,
  NO_CLASSIFICATION: 422,
  InvalidPhoneNumber: 400,
  InvalidToken: 400,
  UNAUTHORIZED: 401,
  ACCESS_DENIED: 403,
  NOT_DELETABLE: 403,
  QR_EXPIRED: 403,
  NOT_FOUND: 404,
  INVALID_REFERRAL: 404,
  PROMO_INVALID: 404,
  METHOD_NOT_ALLOWED: 405,
  DuplicateUserName: 409,
  INVALID_TRANSITION: 409,
  CONFLICT: 409,
  SLOT_TAKEN: 409,
  SLOT_TOO_SOON: 409,
  ALREADY_PAIRED: 409,
  DUPLICATE_REMINDER: 409,
  ALREADY_REGISTERED: 409,
  ALREADY_JOINED: 409,
  REQUEST_OPEN: 409,
  MAIN_MEMBER: 409,
  PROMO_USED: 409,
  PROMO_HELD: 409,
  PROMO_EXPIRED: 410,
  ENROLLMENT_EXPIRED: 410,
  SESSION_RUNNING: 409,
  UPLOAD_LIMIT: 413,
  CONTENT_LIMIT: 413,
  FILE_TYPE: 415,
  ACCOUNT_LOCKED: 423,
  TOO_MANY_REQUESTS: 429,
  UPLOAD_QUOTA: 429,
  OTP_LIMIT: 429,
  SERVER_ERROR: 500,
  NOT_SUPPORTED: 501,
  UNAVAILABLE: 503,
} as const;

export type ErrorCode = keyof typeof STATUS_OF;

/** An error response. `message` is for developers; screens translate the code. */
export class ServerError extends Error {
  readonly code: ErrorCode;
  readonly statusCode: number;
  readonly detail?: string | { readonly message: string };
  /** Seconds after which a retry may succeed. */
  readonly retryAfter?: number;

  constructor(
    code: ErrorCode,
    message: string,
    options: { status?: number; detail?: string | { message: string }; retryAfter?: number; cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'ServerError';
    this.code = code;
    this.statusCode = options.status ?? STATUS_OF[code];
    if (options.detail !== undefined) this.detail = options.detail;
    if (options.retryAfter !== undefined) this.retryAfter = options.retryAfter;
  }
}

export interface ErrorBody {
  readonly code: string;
  readonly message: string;
  readonly detail?: string | { readonly message: string };
  readonly httpStatus: number;
  readonly source: ErrorSource;
}

interface Refusal {
  readonly code: ErrorCode;
  readonly status: number;
  readonly message: string;
  readonly detail?: string | { readonly message: string };
  /** Headers that go with it. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Public part of any thrown value. Internal errors never expose text, SQL or stack. */
export function toErrorResponse(error: unknown): Refusal {
  if (error instanceof ServerError) {
    const { code, statusCode: status, message, detail, retryAfter } = error;
    return {
      code,
      status,
      message,
      ...(detail === undefined ? {} : { detail }),
      ...(retryAfter === undefined ? {} : { headers: { 'retry-after': String(retryAfter) } }),
    };
  }
  if (error instanceof ContentFault) {
    const detail = { message: error.path === '' ? 'body' : error.path };
    const { message, statusCode } = error;
    return {
      code: error.limit === undefined ? 'FORM_INPUT_INVALID' : 'CONTENT_LIMIT',
      status: statusCode === 413 ? 413 : 422,
      message,
      detail,
    };
  }
  if (isUnstorableText(error))
    return {
      code: 'FORM_INPUT_INVALID',
      status: 422,
      message: 'The request is not valid',
      detail: { message: 'body' },
    };
  const status = statusOf(error);
  if (status === 429) return { code: 'TOO_MANY_REQUESTS', status, message: 'Too many requests' };
  if (status === 413) return { code: 'UPLOAD_LIMIT', status, message: 'The request is too large' };
  if (status === 415) return { code: 'FILE_TYPE', status, message: 'This content type is not taken here' };
  if (status === 404) return { code: 'NOT_FOUND', status, message: 'Not found' };
  if (status >= 400 && status < 500)
    return {
      code: 'FORM_INPUT_INVALID',
      status: 422,
      message: 'The request is not valid',
      detail: { message: textOf(error) },
    };
  return { code: 'SERVER_ERROR', status: 500, message: 'An error occurred' };
}

/** Formats every failure of a service as the catalogue's error body, with the service's source. */
export function answerWithErrorBody(app: FastifyInstance, source: ErrorSource): void {
  app.setErrorHandler((error, request, reply) => {
    const refusal = toErrorResponse(error);
    if (refusal.status >= 500) request.log.error({ err: error }, 'request failed');
    return reply
      .code(refusal.status)
      .headers({ 'cache-control': 'no-store', ...refusal.headers })
      .send(errorBody(refusal, source));
  });
  app.setNotFoundHandler((request, reply) => {
    const refusal = refusalOf(unknownOrNotAllowed(app.routeTable, request, reply));
    return reply.code(refusal.status).header('cache-control', 'no-store').send(errorBody(refusal, source));
  });
}

/** The refusal of an address that nothing was found for. */
export function refusalOf(code: 'NOT_FOUND' | 'METHOD_NOT_ALLOWED'): Refusal {
  return {
    code,
    status: STATUS_OF[code],
    message: code === 'NOT_FOUND' ? 'Not found' : 'This method is not supported here',
  };
}

export function errorBody(refusal: Refusal, source: ErrorSource): ErrorBody {
  return {
    code: refusal.code,
    message: refusal.message,
    ...(refusal.detail === undefined ? {} : { detail: refusal.detail }),
    httpStatus: refusal.status,
    source,
  };
}

/** PostgreSQL errors for U+0000 in text: always the caller's fault. */
function isUnstorableText(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === '22021' || error.code === '22P05');
}

function statusOf(error: unknown): number {
  return typeof error === 'object' && error !== null && 'statusCode' in error && typeof error.statusCode === 'number'
    ? error.statusCode
    : 500;
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : 'invalid';
}

/** Path of a request without its query, for logs and traces. */
export function pathOf(request: FastifyRequest): string {
  const end = request.url.indexOf('?');
  return end < 0 ? request.url : request.url.slice(0, end);
}

/** Every code of the catalogue. */
export const ERROR_CODES: readonly string[] = Object.keys(STATUS_OF);

export function isErrorCode(text: string): text is ErrorCode {
  return Object.hasOwn(STATUS_OF, text);
}

/** HTTP status of a code. */
export function statusOfCode(code: ErrorCode): number {
  return STATUS_OF[code];
}
