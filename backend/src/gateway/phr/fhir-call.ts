import { FhirError } from '../../fhir/fhir-error.ts';
import { isErrorCode, ServerError, type ErrorCode } from '../../kit/server-error.ts';

/** Runs repository calls for our API: record server errors become the catalogue's. */
export async function fhirCall<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof FhirError ? translate(error) : error;
  }
}

/** Reads, then deletes. Already deleted is fine: a retry after a lost response must not fail. */
export async function deleteOnce<T>(read: () => Promise<T>, work: (stored: T) => Promise<void>): Promise<void> {
  let stored: T;
  try {
    stored = await read();
  } catch (error) {
    if (error instanceof FhirError && error.statusCode === 410) return;
    throw error;
  }
  await work(stored);
}

function translate(error: FhirError): ServerError {
  const [issue] = error.issues;
  const code: ErrorCode =
    issue?.detail !== undefined && isErrorCode(issue.detail) ? issue.detail : codeOf(error.statusCode);
  const options =
    error.statusCode === 400 || error.statusCode === 422
      ? { detail: { message: issue?.expression ?? issue?.diagnostics ?? 'body' }, cause: error }
      : { cause: error };
  return new ServerError(code, error.message, options);
}

function codeOf(status: number): ErrorCode {
  switch (status) {
    case 401:
      return 'UNAUTHORIZED';
    case 403:
      return 'ACCESS_DENIED';
    case 404:
    case 410:
      return 'NOT_FOUND';
    case 409:
    case 412:
      return 'CONFLICT';
    case 413:
      return 'UPLOAD_LIMIT';
    case 503:
      return 'UNAVAILABLE';
    default:
      return status < 500 ? 'FORM_INPUT_INVALID' : 'SERVER_ERROR';
  }
}
