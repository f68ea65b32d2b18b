/** Origin of an error, in the terms of the service catalogue. */
export type ErrorSource = 'ID_SERVER' | 'EMR_API' | 'ONECLINIC_SERVER' | 'MEDRECORD_ADMIN' | 'PHR_API' | 'FHIR_SERVER';

export interface AppErrorFields {
  readonly code?: string;
  readonly message?: string;
  readonly detail?: string | { readonly message: string };
  readonly httpStatus?: number;
  readonly source?: ErrorSource;
  readonly cause?: unknown;
}

/** The only error that calls reject with. `code` is the server's code or the HTTP status as text, '500' by default. */
export class AppError extends Error {
  readonly code: string;
  readonly detail?: string | { readonly message: string };
  readonly httpStatus?: number;
  readonly source: ErrorSource;

  constructor(fields: AppErrorFields = {}) {
    super(fields.message ?? 'An error occurred', fields.cause === undefined ? undefined : { cause: fields.cause });
    this.name = 'AppError';
    this.code = fields.code ?? (fields.httpStatus === undefined ? '500' : String(fields.httpStatus));
    if (fields.detail !== undefined) this.detail = fields.detail;
    if (fields.httpStatus !== undefined) this.httpStatus = fields.httpStatus;
    this.source = fields.source ?? 'PHR_API';
  }
}

/** True for an AppError from any copy of this package: modules are built separately, so `instanceof` is not enough. */
export function isAppError(value: unknown): value is AppError {
  return value instanceof Error && value.name === 'AppError' && 'code' in value && 'source' in value;
}
