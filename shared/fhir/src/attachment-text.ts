import type { Attachment } from './datatypes.ts';

/** Plain text that stands in an attachment itself, in UTF-8; undefined for files, markup, and what is no base64. */
export function attachmentText({ contentType, data }: Attachment): string | undefined {
  if (data === undefined || !/^text\/(?!html|xml)/i.test(contentType ?? '')) return undefined;
  const bytes = bytesOf(data);
  const text = bytes === undefined ? '' : new TextDecoder().decode(bytes).trim();
  return text === '' ? undefined : text;
}

/** The bytes of base64 text; undefined when it is none. */
export function bytesOf(data: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(data.replaceAll(/\s+/g, '')), (letter) => letter.charCodeAt(0));
  } catch {
    return undefined;
  }
}
