import type { StoredFile } from '@phr/http/stored-file';

/** A treatment as the service takes it (EncounterCreate of the catalogue). */
export interface NewEncounter {
  readonly hospital: { readonly id?: string; readonly name: string };
  readonly classCode: string;
  readonly diagnosis: { readonly code?: string; readonly display: string };
  readonly from: string;
  readonly to: string;
  readonly attachments: readonly StoredFile[];
  readonly note?: string;
}
