import path from 'node:path';

export interface FileType {
  readonly contentType: string;
  readonly kind: 'document' | 'dicom' | 'metadata';
  /** True when the first bytes belong to a file of this type. */
  matches(head: Buffer): boolean;
}

/** Bytes that `matches` needs to see. */
export const HEAD_BYTES = 132;

const starts =
  (...bytes: readonly number[]) =>
  (head: Buffer) =>
    bytes.every((byte, i) => head[i] === byte);
const jpeg: FileType = { contentType: 'image/jpeg', kind: 'document', matches: starts(0xff, 0xd8, 0xff) };

const TYPES: Readonly<Record<string, FileType>> = {
  '.jpg': jpeg,
  '.jpeg': jpeg,
  '.png': {
    contentType: 'image/png',
    kind: 'document',
    matches: starts(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
  },
  '.gif': {
    contentType: 'image/gif',
    kind: 'document',
    matches: (head) => /^GIF8[79]a/.test(head.toString('latin1', 0, 6)),
  },
  '.pdf': {
    contentType: 'application/pdf',
    kind: 'document',
    matches: (head) => head.toString('latin1', 0, 5) === '%PDF-',
  },
  // DICOM part 10: a preamble of 128 bytes, then the letters
  '.dcm': {
    contentType: 'application/dicom',
    kind: 'dicom',
    matches: (head) => head.toString('latin1', 128, 132) === 'DICM',
  },
  '.json': {
    contentType: 'application/json',
    kind: 'metadata',
    matches: (head) => /^\s*[[{]/.test(head.toString('utf8')),
  },
};

/** The type for a key's file extension; undefined for types that are not stored. */
export function typeOfKey(key: string): FileType | undefined {
  return TYPES[path.posix.extname(key).toLowerCase()];
}

/** Types that a browser displays without running anything; all others are downloaded. */
const SHOWN = new Set(['application/pdf', 'image/jpeg', 'image/png']);

/** True for a file that a browser shows instead of saving it. */
export function isShown(key: string): boolean {
  return SHOWN.has(contentTypeOfKey(key));
}

/**
 * Content-Disposition of a file (RFC 6266).
 * @param title the person's name for the file; the key's name when not given
 */
export function dispositionOf(key: string, title?: string): string {
  const name = path.posix.basename(key);
  const extension = path.posix.extname(name);
  const called =
    title === undefined ? '' : title.toLowerCase().endsWith(extension.toLowerCase()) ? title : `${title}${extension}`;
  const words = encodeURIComponent(called.toWellFormed().replaceAll(/[\p{Cc}/\\]/gu, ' ')).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${isShown(key) ? 'inline' : 'attachment'}; filename="${name}"${called === '' ? '' : `; filename*=UTF-8''${words}`}`;
}

/** '.pdf' for 'application/pdf'; undefined for types that are not stored. */
export function extensionOf(contentType: unknown): string | undefined {
  const mediaType = typeof contentType === 'string' ? contentType.split(';', 1)[0]?.trim().toLowerCase() : undefined;
  return Object.entries(TYPES).find(([, type]) => type.contentType === mediaType)?.[0];
}

/** Content type of the file that a key names. */
export function contentTypeOfKey(key: string): string {
  return typeOfKey(key)?.contentType ?? 'application/octet-stream';
}
