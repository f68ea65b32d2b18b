import type { ReleaseEntry } from '@phr/contract/registry';

/** One view or slot of a module. */
export interface ModulePart {
  readonly module: string;
  readonly kind: 'view' | 'slot';
  /** Name of the lifecycles in the module's instance. */
  readonly part: string;
}

/** Where all files of a release lie. */
export const folderOf = ({ entry }: Pick<ReleaseEntry, 'entry'>): string => entry.slice(0, entry.lastIndexOf('/') + 1);
