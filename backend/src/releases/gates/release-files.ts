import type { ReleaseFile } from '@phr/contract/release';

/** All files of a build with their hashes. */
export const INTEGRITY_FILE = 'integrity.json';
/** The files of each view and slot. */
export const PARTS_FILE = 'parts.json';

/** True for what a browser runs. */
export const isScript = ({ path }: Pick<ReleaseFile, 'path'>): boolean => /\.[cm]?js$/i.test(path);

/** True for a script loaded by a script element with its hash; workers and modules are loaded by URL. */
export const isChunk = ({ path }: Pick<ReleaseFile, 'path'>): boolean => /\.js$/i.test(path);

/** True for text that may contain URLs: anything a browser runs, renders or obeys. */
export const isText = ({ path }: Pick<ReleaseFile, 'path'>): boolean => /\.(?:[cm]?js|css|html?|svg)$/i.test(path);
