import { mergedForm } from '@phr/module-kit/checked-form';
import type { DraftState } from '@phr/module-kit/use-draft';
import { useState } from 'react';
import { useShell } from '../../core/shell.tsx';
import { useDraftForm } from '../../core/forms/use-text-form.tsx';
import type { Stored } from '../../services/profile/profile.api.ts';

export interface StoredForm<Form> {
  /** The version being edited. */
  readonly stored: Stored;
  readonly draft: DraftState<Form>;
  /** Reloads the record: keeps the input, updates everything else. Rejects with AppError. */
  readonly reload: () => Promise<void>;
}

/**
 * A form about a stored record.
 * @param read extracts the fields from a version of the record
 */
export function useStoredForm<Form extends Readonly<Record<string, string>>>(
  form: string,
  opened: Stored,
  read: (stored: Stored) => Form,
): StoredForm<Form> {
  const { profiles } = useShell();
  const [version, setVersion] = useState(() => ({ stored: opened, fields: read(opened) }));
  const draft = useDraftForm(form, opened.patient.id, version.fields);
  return {
    stored: version.stored,
    draft,
    async reload() {
      const stored = await profiles.read(opened.patient.id);
      const fields = read(stored);
      draft.change((mine) => mergedForm(version.fields, mine, fields));
      setVersion({ stored, fields });
    },
  };
}
