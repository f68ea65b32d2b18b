/** Name of a version: a number that our own server counts, or whatever text another server gives. */
export type Version = number | string;

/** Reads `W/"3"` of If-Match and ETag; a version that another server names without quotes does not exist. Undefined when the text is none. */
export function readETag(value: string | undefined): Version | undefined {
  return readVersion(/^(?:W\/)?"([^"]*)"$/.exec(value?.trim() ?? '')?.[1]);
}

/** Reads a version id as FHIR writes ids. Undefined when the text is none. */
export function readVersion(text: string | undefined): Version | undefined {
  if (text === undefined || !/^[A-Za-z0-9.-]{1,64}$/.test(text)) return undefined;
  return /^(?:0|[1-9]\d{0,8})$/.test(text) ? Number(text) : text;
}

export function eTag(version: Version): string {
  return `W/"${version}"`;
}
