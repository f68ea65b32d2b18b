import type { Attachment } from './datatypes.ts';

/** Inline UTF-8 plain text of an attachment; undefined for files, markup and invalid base64. */
export function attachmentText({ contentType, data }: Attachment): string | undefined {
  if (data === undefined || !/^text\/(?!html|xml)/i.test(contentType ?? '')) return undefined;
  const bytes = bytesOf(data);
  const text = bytes === undefined ? '' : new TextDecoder().decode(bytes).trim();
  return text === '' ? undefined : text;
}

/** Decodes base64; undefined if invalid. */
export function bytesOf(data: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(data.replaceAll(/\s+/g, '')), (letter) => letter.charCodeAt(0));
  } catch {
    return undefined;
  }
}
