/** Steps at which loading a module can fail. Their numbers are shown to users, so append only. */
export const LOAD_ERRORS = [
  'registry',
  'contract',
  'network',
  'timeout',
  'integrity',
  'evaluation',
  'shape',
  'render',
  'disabled',
] as const;
export type LoadErrorKind = (typeof LOAD_ERRORS)[number];

/** Code shown to users for support; docs/errors has a page for each. */
export const codeOf = (kind: LoadErrorKind): string => `PHR-MOD-00${LOAD_ERRORS.indexOf(kind) + 1}`;

/** A module could not be loaded or mounted. `module` and `version` identify it; `kind` is the failed step. */
export class ModuleLoadError extends Error {
  override readonly name = 'ModuleLoadError';
  readonly kind: LoadErrorKind;
  readonly module: string;
  readonly version: string | undefined;

  constructor(kind: LoadErrorKind, module: string, version?: string, cause?: unknown) {
    super(`${module}${version ? ` ${version}` : ''}: ${kind}`, cause === undefined ? undefined : { cause });
    this.kind = kind;
    this.module = module;
    this.version = version;
  }
}
