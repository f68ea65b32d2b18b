import type { Refusal, RefusalCode } from './channel.ts';

/** Error codes of the release service, in addition to those of the catalogue. */
export type ReleaseCode =
  | RefusalCode
  | 'REVISION'
  | 'REVISION_NEEDED'
  | 'VERSION_TAKEN'
  | 'SIGNER_UNKNOWN'
  | 'NOT_YOURS'
  | 'DIGEST_MISMATCH'
  | 'TOO_LARGE'
  | 'DISK_FULL'
  | 'FILES_MISSING'
  | 'UNAUTHORIZED'
  | 'ACCESS_DENIED'
  | 'TOO_MANY_REQUESTS'
  | 'FORM_INPUT_INVALID'
  | 'GONE'
  | 'FORM_NOT_YOURS'
  | 'FORM_USED';

const STATUS: Partial<Record<RefusalCode, number>> = { HELD: 423, NOT_FOUND: 404 };

/** A request to the release service that was refused; `message` explains to the team why, and what to do. */
export class ReleaseError extends Error {
  override readonly name = 'ReleaseError';
  readonly status: number;
  readonly code: ReleaseCode;
  readonly detail: unknown;

  constructor(status: number, code: ReleaseCode, message: string, options: { detail?: unknown; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.status = status;
    this.code = code;
    this.detail = options.detail;
  }

  /** A refusal of the channel's rules. */
  static of({ code, message }: Refusal): ReleaseError {
    return new ReleaseError(STATUS[code] ?? 409, code, message);
  }
}
