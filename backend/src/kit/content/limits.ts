/** Rulings R-03: bytes of a body, and entries of a transaction or batch. */
export const MAX_BYTES = 20 * 1_048_576;
export const MAX_ENTRIES = 1_000;
/** Conditional references ('Organization?identifier=…') per request: each searches everything stored. */
export const MAX_SEARCHES = 1_000;

/**
 * Limits of a resource (R-S5), applied per bundle entry, in UTF-8 bytes. Attachment data (moved to storage) and
 * SampledData (with its own limit) do not count.
 */
export const RESOURCE_LIMITS = {
  bytes: 1_048_576,
  /** Values that are no lists; an empty list is one. */
  elements: 5_000,
  references: 500,
  stringBytes: 65_536,
  /** Texts of type xhtml and markdown. */
  narrativeBytes: 262_144,
  sampledDataBytes: 8 * 1_048_576,
  /** Digits of one number. */
  digits: 100,
  /** Objects and lists inside each other. */
  depth: 40,
} as const;

type Limit = keyof typeof RESOURCE_LIMITS;

const WORDS: Readonly<Record<Limit, string>> = {
  bytes: 'bytes in one resource',
  elements: 'elements in one resource',
  references: 'references in one resource',
  stringBytes: 'bytes in one text',
  narrativeBytes: 'bytes in one narrative',
  sampledDataBytes: 'bytes of samples in one resource',
  digits: 'digits in one number',
  depth: 'levels of nesting',
};

/** A body rejected before processing: over a limit, or unstorable. */
export class ContentFault extends Error {
  override readonly name = 'ContentFault';
  /** The exceeded limit; undefined for invalid JSON or unstorable characters. */
  readonly limit: Limit | undefined;
  /** Location, e.g. 'Observation.note[0].text'; '' for the whole. */
  readonly path: string;
  readonly statusCode: 400 | 413;

  constructor(message: string, path: string, limit?: Limit) {
    super(message);
    this.limit = limit;
    this.path = path;
    this.statusCode = limit === undefined || limit === 'depth' ? 400 : 413;
  }
}

/** An exceeded limit, with its name and value. */
export function limitExceeded(limit: Limit, path: string): ContentFault {
  return new ContentFault(`More than ${RESOURCE_LIMITS[limit].toLocaleString('en-US')} ${WORDS[limit]}`, path, limit);
}
