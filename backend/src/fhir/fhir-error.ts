import type { AuditEntry } from '../kit/platform.ts';
import { ServerError } from '../kit/server-error.ts';
import { ContentFault } from '../kit/content/limits.ts';

/** FHIR R4 issue types used by this server. */
type IssueCode =
  | 'structure'
  | 'required'
  | 'value'
  | 'invariant'
  | 'login'
  | 'forbidden'
  | 'not-supported'
  | 'duplicate'
  | 'multiple-matches'
  | 'not-found'
  | 'deleted'
  | 'too-costly'
  | 'business-rule'
  | 'conflict'
  | 'throttled'
  | 'transient'
  | 'exception';

export interface Issue {
  readonly code: IssueCode;
  readonly diagnostics: string;
  /** Location in the request, e.g. 'Bundle.entry[3].resource.status'. */
  readonly expression?: string;
  /** Our own error code, translated by screens, e.g. 'NOT_DELETABLE'. */
  readonly detail?: string;
}

/** Denied access: who, what, whose record. */
export interface RefusedTry {
  readonly userId: string;
  readonly patientId?: string | undefined;
  readonly action: AuditEntry['action'];
  readonly type: 'rest' | 'export';
  /** 'Observation/42' or a type. */
  readonly entity?: string;
}

/** An error response of the record server, sent as OperationOutcome. */
export class FhirError extends Error {
  override readonly name = 'FhirError';
  readonly statusCode: number;
  readonly issues: readonly Issue[];
  /** Target of denied access: for the audit trail only, never sent. */
  readonly tried?: RefusedTry;

  constructor(statusCode: number, issues: Issue | readonly Issue[], tried?: RefusedTry) {
    const all = 'code' in issues ? [issues] : issues;
    super(all[0]?.diagnostics ?? 'refused');
    this.statusCode = statusCode;
    this.issues = all;
    if (tried !== undefined) this.tried = tried;
  }
}

/** Identical for missing resources and those of others. */
export function forbidden(expression?: string, tried?: RefusedTry): FhirError {
  return new FhirError(
    403,
    { code: 'forbidden', diagnostics: 'Access denied', detail: 'ACCESS_DENIED', ...at(expression) },
    tried,
  );
}

export function notFound(): FhirError {
  return new FhirError(404, { code: 'not-found', diagnostics: 'There is no such resource', detail: 'NOT_FOUND' });
}

/** Unsupported method; allowed ones are in the Allow header. */
export function notAllowed(): FhirError {
  return new FhirError(405, {
    code: 'not-supported',
    diagnostics: 'This method is not supported here',
    detail: 'METHOD_NOT_ALLOWED',
  });
}

export function notAcceptable(): FhirError {
  return new FhirError(406, {
    code: 'not-supported',
    diagnostics: 'Answers are application/fhir+json',
    detail: 'NOT_SUPPORTED',
  });
}

export function gone(): FhirError {
  return new FhirError(410, { code: 'deleted', diagnostics: 'The resource was deleted' });
}

export function invalid(diagnostics: string, expression?: string, status = 400): FhirError {
  return new FhirError(status, { code: 'value', diagnostics, ...at(expression) });
}

/** A status change that table T3 does not have. */
export function invalidTransition(type: string, from: string | undefined, to: string, expression?: string): FhirError {
  return new FhirError(409, {
    code: 'business-rule',
    diagnostics: `${type} cannot change from ${from ?? 'new'} to ${to}`,
    detail: 'INVALID_TRANSITION',
    ...at(expression),
  });
}

/** Not entered by the person, so not deletable or changeable by them (D-45). */
export function notDeletable(expression?: string): FhirError {
  return new FhirError(403, {
    code: 'business-rule',
    diagnostics: 'Only what the patient entered can be changed or deleted',
    detail: 'NOT_DELETABLE',
    ...at(expression),
  });
}

interface Outcome {
  readonly status: number;
  readonly body: { readonly resourceType: 'OperationOutcome'; readonly issue: readonly object[] };
  /** That go with it: when to try again. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Status, headers and OperationOutcome of any thrown value. Internal errors never expose their text, SQL or stack. */
export function toOutcome(error: unknown): Outcome {
  const { statusCode, issues } = read(error);
  return {
    status: statusCode,
    headers:
      error instanceof ServerError && error.retryAfter !== undefined ? { 'retry-after': String(error.retryAfter) } : {},
    body: {
      resourceType: 'OperationOutcome',
      issue: issues.map((issue) => ({
        severity: statusCode >= 500 ? 'fatal' : 'error',
        code: issue.code,
        details: {
          ...(issue.detail === undefined ? {} : { coding: [{ code: issue.detail }] }),
          text: issue.diagnostics,
        },
        diagnostics: issue.diagnostics,
        ...(issue.expression === undefined ? {} : { expression: [issue.expression] }),
      })),
    },
  };
}

function read(error: unknown): { readonly statusCode: number; readonly issues: readonly Issue[] } {
  if (error instanceof FhirError) return error;
  if (error instanceof ServerError) {
    return {
      statusCode: error.statusCode,
      issues: [{ code: codeOf(error.statusCode), diagnostics: error.message, detail: error.code }],
    };
  }
  if (error instanceof ContentFault) {
    const { statusCode, limit, path, message } = error;
    return {
      statusCode,
      issues: [
        {
          code: codeOf(statusCode),
          diagnostics: message,
          ...(limit === undefined ? {} : { detail: 'CONTENT_LIMIT' }),
          ...at(path === '' ? undefined : path),
        },
      ],
    };
  }
  const database = databaseRefusal(error);
  if (database !== undefined) return database;
  // errors raised by fastify: body too large, wrong content type, bad URL
  const status =
    typeof error === 'object' && error !== null && 'statusCode' in error && typeof error.statusCode === 'number'
      ? error.statusCode
      : 500;
  if (status >= 400 && status < 500)
    return {
      statusCode: status,
      issues: [{ code: codeOf(status), diagnostics: error instanceof Error ? error.message : 'refused' }],
    };
  return { statusCode: 500, issues: [{ code: 'exception', diagnostics: 'An error occurred', detail: 'SERVER_ERROR' }] };
}

/** write conflicts and an unavailable database: both can be retried */
function databaseRefusal(
  error: unknown,
): { readonly statusCode: number; readonly issues: readonly Issue[] } | undefined {
  const code =
    typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (['23505', '40001', '40P01'].includes(code))
    return {
      statusCode: 409,
      issues: [{ code: 'conflict', diagnostics: 'The resource was changed at the same time', detail: 'CONFLICT' }],
    };
  if (/^(08|57P)/.test(code) || ['ECONNREFUSED', 'ECONNRESET', 'EPIPE'].includes(code))
    return {
      statusCode: 503,
      issues: [{ code: 'transient', diagnostics: 'The record server cannot be used at the moment' }],
    };
  return undefined;
}

function codeOf(status: number): IssueCode {
  switch (status) {
    case 401:
      return 'login';
    case 403:
      return 'forbidden';
    case 404:
      return 'not-found';
    case 409:
      return 'conflict';
    case 413:
      return 'too-costly';
    case 415:
      return 'not-supported';
    case 429:
      return 'throttled';
    case 503:
      return 'transient';
    default:
      return 'structure';
  }
}

function at(expression: string | undefined): { expression?: string } {
  return expression === undefined ? {} : { expression };
}
