import type { StoredFile } from '@phr/http/stored-file';
import type { FieldError } from '@phr/module-kit/checked-form';

/** How the files stand that are not in the storage. */
export interface Sending {
  /** Something is still on its way. */
  readonly isBusy: boolean;
  /** Something that was chosen did not get there. */
  readonly hasFailed: boolean;
}

/** What is wrong with the files of a form: each has a name, and nothing is saved without one that was chosen, until it is taken off the list (ENC-30). */
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
