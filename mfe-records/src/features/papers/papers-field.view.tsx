import type { StoredFile } from '@phr/http/stored-file';
import type { Fields } from '@phr/module-kit/entry-form';
import { useCallback } from 'react';
import { AttachmentsField } from '../attachments/attachments-field.view.tsx';
import { useOnUploaded } from '../attachments/use-on-uploaded.ts';
import type { Uploads } from '../attachments/use-uploads.ts';

/** A form with photographs of papers. */
interface WithPapers {
  readonly papers: readonly StoredFile[];
}

interface PapersFieldProps<Form extends WithPapers> extends Fields<Form> {
  readonly label: string;
  readonly hint: string;
  readonly optional?: boolean;
  readonly uploads: Uploads;
}

/** Photographs of a document, stored with the form's draft. */
export function PapersField<Form extends WithPapers>({
  form,
  change,
  idOf,
  errorOf,
  label,
  hint,
  optional = false,
  uploads,
}: PapersFieldProps<Form>) {
  const set = useCallback(
    (next: (papers: readonly StoredFile[]) => readonly StoredFile[]) =>
      change((before) => ({ ...before, papers: next(before.papers) })),
    [change],
  );
  useOnUploaded(
    uploads,
    useCallback((file) => set((before) => [...before, file]), [set]),
  );
  return (
    <AttachmentsField
      id={idOf('papers')}
      label={label}
      hint={hint}
      optional={optional}
      error={errorOf('papers')}
      stored={form.papers}
      onRemove={(path) => set((before) => before.filter((file) => file.path !== path))}
      onRename={(path, name) => set((before) => before.map((file) => (file.path === path ? { ...file, name } : file)))}
      uploads={uploads}
    />
  );
}
