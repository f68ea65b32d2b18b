import { sha256Of } from '@phr/fhir/imports';
import { useState } from 'react';
import { textOf } from './csv-rows.model.ts';
import type { Original } from './imports.api.ts';

const LARGEST_FILE = 20 * 1024 * 1024;

/** A file that was chosen and read. */
export interface ChosenFile extends Original {
  readonly text: string;
  /** The same for each try of one import. */
  readonly key: string;
}

export interface FileChoice {
  readonly file?: ChosenFile;
  readonly unread?: 'tooLarge' | 'unreadable';
  choose(chosen: File | undefined): Promise<void>;
}

/** Reads the selected file, which may be gone by now: moved, changed, or not downloaded yet. */
export function useChosenFile(): FileChoice {
  const [file, setFile] = useState<ChosenFile>();
  const [unread, setUnread] = useState<FileChoice['unread']>();
  return {
    ...(file === undefined ? {} : { file }),
    ...(unread === undefined ? {} : { unread }),
    async choose(chosen) {
      setFile(undefined);
      const isTooLarge = chosen !== undefined && chosen.size > LARGEST_FILE;
      setUnread(isTooLarge ? 'tooLarge' : undefined);
      if (chosen === undefined || isTooLarge) return;
      try {
        const bytes = new Uint8Array(await chosen.arrayBuffer());
        const sha256 = await sha256Of(bytes);
        setFile({ text: textOf(bytes), fileName: chosen.name, sha256, key: crypto.randomUUID() });
      } catch {
        setUnread('unreadable');
      }
    },
  };
}
