/** A version id: a counter on our own server, any text on others. */
export type Version = number | string;

/** Parses `W/"3"` of If-Match and ETag; another server's unquoted version does not exist. Undefined if malformed. */
export function readETag(value: string | undefined): Version | undefined {
  return readVersion(/^(?:W\/)?"([^"]*)"$/.exec(value?.trim() ?? '')?.[1]);
}

/** Parses a version id in FHIR's id format. Undefined if malformed. */
export function readVersion(text: string | undefined): Version | undefined {
  if (text === undefined || !/^[A-Za-z0-9.-]{1,64}$/.test(text)) return undefined;
  return /^(?:0|[1-9]\d{0,8})$/.test(text) ? Number(text) : text;
}

export function eTag(version: Version): string {
  return `W/"${version}"`;
}
