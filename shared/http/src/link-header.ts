/** The URL with rel "next" in a Link header (RFC 8288), or undefined. */
export function nextLink(header: string | null): string | undefined {
  if (!header) return undefined;
  for (const part of header.split(/,(?=\s*<)/)) {
    const match = /^\s*<([^>]*)>\s*;(.*)$/.exec(part);
    if (match && /(?:^|;)\s*rel\s*=\s*"?next"?\s*(?:;|$)/i.test(match[2] ?? '')) return match[1];
  }
  return undefined;
}

/** The link "next" of a FHIR Bundle, or undefined. */
export function nextOfBundle(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null || !('link' in body) || !Array.isArray(body.link)) return undefined;
  for (const link of body.link as unknown[]) {
    if (
      typeof link === 'object' &&
      link !== null &&
      'relation' in link &&
      link.relation === 'next' &&
      'url' in link &&
      typeof link.url === 'string'
    )
      return link.url;
  }
  return undefined;
}
