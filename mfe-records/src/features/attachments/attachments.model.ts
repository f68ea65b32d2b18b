import type { StoredFile } from '@phr/http/stored-file';
import type { FieldError } from '@phr/module-kit/checked-form';

/** Files not in storage yet. */
export interface Sending {
  /** An upload is in progress. */
  readonly isBusy: boolean;
  /** Something that was chosen did not get there. */
  readonly hasFailed: boolean;
}

/** Faults of a form's files: each needs a name, and saving waits until failed uploads are removed (ENC-30). */
export function fileFaults(
  field: string,
  files: readonly StoredFile[],
  { isBusy, hasFailed }: Sending,
): readonly FieldError[] {
  return [
    ...(files.some(({ name }) => name.trim() === '') ? [{ field, message: 'file.err.name' }] : []),
    ...(isBusy
      ? [{ field, message: 'enc.err.waitUpload' }]
      : hasFailed
        ? [{ field, message: 'upload.notUploaded' }]
        : []),
  ];
}
