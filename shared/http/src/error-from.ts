import { AppError, type ErrorSource } from '@phr/contract/app-error';
import type { ServiceName } from '@phr/contract/host-api';

const SOURCES: Readonly<Record<ServiceName, ErrorSource>> = {
  identity: 'ID_SERVER',
  fhir: 'FHIR_SERVER',
  phr: 'PHR_API',
  admin: 'MEDRECORD_ADMIN',
  directory: 'ONECLINIC_SERVER',
  emr: 'EMR_API',
};

/** A service's name as error source in the catalogue. */
export const sourceOf = (service: ServiceName): ErrorSource => SOURCES[service];

const record = (value: unknown): Record<string, unknown> | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value))
    : undefined;
const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value : undefined;

function detailOf(value: unknown): string | { message: string } | undefined {
  const plain = text(value);
  if (plain) return plain;
  const message = text(record(value)?.['message']);
  return message ? { message } : undefined;
}

/** Builds the error of a failed response: from an OperationOutcome, the services' own format, or anything else. */
export function errorFromAnswer(service: ServiceName, httpStatus: number, body: unknown): AppError {
  const source = sourceOf(service);
  const fields = record(body);
  if (fields?.['resourceType'] === 'OperationOutcome') {
    const issue = record(Array.isArray(fields['issue']) ? fields['issue'][0] : undefined);
    const kind = text(issue?.['code']);
    // FHIR R4 4.1: details.text is for users, diagnostics for developers
    const words = text(record(issue?.['details'])?.['text']);
    const message = words ?? text(issue?.['diagnostics']);
    const own = text(
      record(
        Array.isArray(record(issue?.['details'])?.['coding'])
          ? (record(issue?.['details'])?.['coding'] as unknown[])[0]
          : undefined,
      )?.['code'],
    );
    const code =
      httpStatus === 401 || kind === 'login'
        ? 'UNAUTHORIZED'
        : httpStatus === 403 || kind === 'forbidden'
          ? (own ?? 'ACCESS_DENIED')
          : httpStatus === 409 || (httpStatus === 412 && kind !== 'multiple-matches')
            ? (own ?? 'CONFLICT')
            : (own ?? 'FHIR_REQ_ERR');
    return new AppError({
      code,
      httpStatus,
      source,
      ...(message ? { message } : {}),
      ...(words ? { detail: words } : {}),
    });
  }
  const code = text(fields?.['code']) ?? text(fields?.['error']);
  const message =
    text(fields?.['message']) ?? text(fields?.['error_description']) ?? text(fields?.['errorDescription']);
  const detail = detailOf(fields?.['detail']);
  return new AppError({
    // a proxy says it by the status alone, and it is the same refusal
    code: code ?? (httpStatus === 403 ? 'ACCESS_DENIED' : String(httpStatus)),
    httpStatus,
    source,
    ...(message ? { message } : {}),
    ...(detail ? { detail } : {}),
  });
}

/** Error of a call without response. */
export function errorFromNetwork(service: ServiceName, cause: unknown): AppError {
  return new AppError({
    code: 'NETWORK',
    message: 'Service unreachable',
    source: sourceOf(service),
    httpStatus: 0,
    cause,
  });
}

/** Error of a response that was cut off. */
export function errorFromBreak(service: ServiceName, cause: unknown): AppError {
  return new AppError({
    code: 'INTERRUPTED',
    message: 'The answer broke off',
    source: sourceOf(service),
    httpStatus: 0,
    cause,
  });
}

/** Error of a call that timed out. */
export function errorFromTimeout(service: ServiceName): AppError {
  return new AppError({ code: 'TIMEOUT', message: 'Request took too long', source: sourceOf(service), httpStatus: 0 });
}
