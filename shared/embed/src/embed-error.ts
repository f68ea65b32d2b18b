import { type LoadErrorKind, ModuleLoadError } from '@phr/loader/load-error';

/** Faults of an embedded view that the page can fix; each has a page in docs/partners. */
export const CODES = {
  options: 'PHR-EMB-001',
  origin: 'PHR-EMB-002',
  element: 'PHR-EMB-003',
  document: 'PHR-EMB-004',
  closedRoot: 'PHR-EMB-005',
  policy: 'PHR-EMB-006',
  offer: 'PHR-EMB-007',
  files: 'PHR-EMB-008',
  view: 'PHR-EMB-009',
  token: 'PHR-EMB-010',
  signIn: 'PHR-EMB-011',
  access: 'PHR-EMB-012',
  frame: 'PHR-EMB-013',
} as const;

export type EmbedCode = (typeof CODES)[keyof typeof CODES];

/** Error reported to the page: `code` names its documentation page. */
export class EmbedError extends Error {
  override readonly name = 'EmbedError';
  readonly code: EmbedCode;

  constructor(code: EmbedCode, message: string, cause?: unknown) {
    super(`${code}: ${message}`, cause === undefined ? undefined : { cause });
    this.code = code;
  }
}

const BY_KIND: Readonly<Record<LoadErrorKind, EmbedCode>> = {
  registry: CODES.offer,
  disabled: CODES.offer,
  contract: CODES.offer,
  network: CODES.files,
  timeout: CODES.files,
  integrity: CODES.files,
  evaluation: CODES.view,
  shape: CODES.view,
  render: CODES.view,
};

/**
 * Adds a code to an error. Module load errors keep their kind; if the page's own policy blocked a file of the record,
 * that becomes the fault, naming the directive.
 */
export function withCode(error: unknown, blockedBy: string | undefined): Error {
  if (error instanceof Error && 'code' in error && String(error.code).startsWith('PHR-EMB-')) return error;
  if (blockedBy !== undefined)
    return new EmbedError(CODES.policy, `the page's policy blocks the health record: ${blockedBy}`, error);
  const isOfLoad = error instanceof ModuleLoadError;
  if (isOfLoad || error instanceof TypeError)
    return Object.assign(error, { code: isOfLoad ? BY_KIND[error.kind] : CODES.files });
  // other errors have codes of their own, and some browser errors are read-only
  return new EmbedError(CODES.files, error instanceof Error ? error.message : String(error), error);
}
