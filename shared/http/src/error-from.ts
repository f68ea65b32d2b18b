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

/** The error source of a service, as the catalogue names it. */
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

/** Makes the error of an answer that is not OK. OperationOutcome, the services' own body and anything else are understood. */
export function errorFromAnswer(service: ServiceName, httpStatus: number, body: unknown): AppError {
  const source = sourceOf(service);
  const fields = record(body);
  if (fields?.['resourceType'] === 'OperationOutcome') {
    const issue = record(Array.isArray(fields['issue']) ? fields['issue'][0] : undefined);
    const kind = text(issue?.['code']);
    // FHIR R4 4.1: details.text is for people, diagnostics for whoever mends the server.
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

/** The error of a call that got no answer. */
export function errorFromNetwork(service: ServiceName, cause: unknown): AppError {
  return new AppError({
    code: 'NETWORK',
    message: 'Service unreachable',
    source: sourceOf(service),
    httpStatus: 0,
    cause,
  });
}

/** The error of an answer that broke off before its end. */
export function errorFromBreak(service: ServiceName, cause: unknown): AppError {
  return new AppError({
    code: 'INTERRUPTED',
    message: 'The answer broke off',
    source: sourceOf(service),
    httpStatus: 0,
    cause,
  });
}

/** The error of a call that took too long. */
export function errorFromTimeout(service: ServiceName): AppError {
  return new AppError({ code: 'TIMEOUT', message: 'Request took too long', source: sourceOf(service), httpStatus: 0 });
}
