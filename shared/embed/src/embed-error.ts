import { type LoadErrorKind, ModuleLoadError } from '@phr/loader/load-error';

/** Faults of an embedded view that a page can mend; each has a page of its own in docs/partners. */
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

/** What a page is told: `code` names the page of the documentation. */
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
 * The fault with its code. One of a module's load keeps its kind; where the page's own policy blocked something of the record, that is the fault, with the directive
 * that did.
 */
export function withCode(error: unknown, blockedBy: string | undefined): Error {
  if (error instanceof Error && 'code' in error && String(error.code).startsWith('PHR-EMB-')) return error;
  if (blockedBy !== undefined)
    return new EmbedError(CODES.policy, `the page's policy blocks the health record: ${blockedBy}`, error);
  const isOfLoad = error instanceof ModuleLoadError;
  if (isOfLoad || error instanceof TypeError)
    return Object.assign(error, { code: isOfLoad ? BY_KIND[error.kind] : CODES.files });
  // others have codes of their own, and some of the browser's cannot be changed
  return new EmbedError(CODES.files, error instanceof Error ? error.message : String(error), error);
}
