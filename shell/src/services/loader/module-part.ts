import type { ReleaseEntry } from '@phr/contract/registry';

/** One view or slot of a module. */
export interface ModulePart {
  readonly module: string;
  readonly kind: 'view' | 'slot';
  /** Key in the instance's views or slots. */
  readonly part: string;
}

/** Folder of a release's files. */
export const folderOf = ({ entry }: Pick<ReleaseEntry, 'entry'>): string => entry.slice(0, entry.lastIndexOf('/') + 1);
