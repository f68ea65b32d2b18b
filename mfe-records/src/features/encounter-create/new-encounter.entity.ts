import type { StoredFile } from '@phr/http/stored-file';

/** A treatment in the service's format (EncounterCreate of the catalogue). */
export interface NewEncounter {
  readonly hospital: { readonly id?: string; readonly name: string };
  readonly classCode: string;
  readonly diagnosis: { readonly code?: string; readonly display: string };
  /** YYYY-MM-DD, YYYY-MM or YYYY. */
  readonly from: string;
  readonly to: string;
  readonly attachments: readonly StoredFile[];
  /** Keys of documents removed by a correction. */
  readonly removed: readonly string[];
  readonly note?: string;
}
