import type { ProfileApi, Stored } from '../../services/profile/profile.api.ts';
import { withPhoto } from '../../services/profile/profile.fhir.ts';

/** Change of the stored picture. */
export type PhotoChange =
  | { readonly kind: 'keep' }
  | { readonly kind: 'remove' }
  | { readonly kind: 'new'; readonly file: Blob; readonly preview: string };

/** Uploads a changed picture and references it in the record; no-op if unchanged. Rejects with AppError. */
export async function storePhoto(profiles: ProfileApi, { patient, etag }: Stored, change: PhotoChange): Promise<void> {
  if (change.kind === 'keep') return;
  const photo =
    change.kind === 'new'
      ? { key: await profiles.uploadPhoto(patient.id, change.file, 'jpg'), contentType: 'image/jpeg' }
      : undefined;
  await profiles.update(withPhoto(patient, photo), etag);
}
