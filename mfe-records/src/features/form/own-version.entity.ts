import type { StoredVersion } from '@phr/module-kit/correction';

/** A stored entry that a form of this module made. */
export interface OwnVersion extends StoredVersion {
  /** Typed by the person: what a facility or a device wrote is nobody's to write anew. */
  readonly isCorrectable: boolean;
}
