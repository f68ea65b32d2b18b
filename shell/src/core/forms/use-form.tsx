import type { DraftState } from '@phr/module-kit/use-draft';
import { type FormOptions as Options, type FormState as State, useFormOf } from '@phr/module-kit/use-form-of';
import { useShell } from '../shell.tsx';
import { type TextKey, useTexts } from '../texts.tsx';

export interface FormOptions<Form, Entry> extends Omit<Options<Form, Entry, TextKey>, 'value' | 'holds'> {
  readonly draft: DraftState<Form>;
}

export interface FormState<Form> extends Omit<State<unknown>, 'send'> {
  readonly form: Form;
  readonly change: (part: Partial<Form>) => void;
}

/** A form of the shell's own screens. */
export function useForm<Form extends object, Entry>({ draft, ...options }: FormOptions<Form, Entry>): FormState<Form> {
  const { t, find } = useTexts();
  const { navigation, notifications } = useShell();
  const state = useFormOf<Form, Entry, TextKey>(
    { navigation, show: notifications.show, t, find },
    { ...options, value: draft.value },
  );
  return { ...state, form: draft.value, change: (part) => draft.change((before) => ({ ...before, ...part })) };
}
