import type { StoredVersion } from '@phr/module-kit/correction';

/** A stored entry that a form of this module made. */
export interface OwnVersion extends StoredVersion {
  /** Typed by the person: entries of facilities and devices are never rewritten. */
  readonly isCorrectable: boolean;
}
