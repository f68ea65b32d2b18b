/** At which step a module failed to load. */
export type LoadErrorKind =
  | 'registry'
  | 'contract'
  | 'network'
  | 'timeout'
  | 'integrity'
  | 'evaluation'
  | 'shape'
  | 'render'
  | 'disabled';

/** A module could not be loaded or mounted. `module` and `version` say which; `kind` says at which step. */
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
