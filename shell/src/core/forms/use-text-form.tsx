import type { DraftPort } from '@phr/contract/host-api';
import { type DraftState, useDraftOf } from '@phr/module-kit/use-draft';
import { useShell } from '../shell.tsx';
import { textsOf } from './form.ts';

type Texts = Readonly<Record<string, string>>;

/** Before sign-in no form data is stored on the device. */
const NO_DRAFTS: DraftPort = {
  open: () => ({ read: async () => undefined, write: () => undefined, remove: () => undefined }),
};

/** Text fields before sign-in: guarded against loss, not stored. */
export function useTransientForm<Form extends Texts>(form: string, empty: Form): DraftState<Form> {
  const { navigation } = useShell();
  return useDraftOf({ drafts: NO_DRAFTS, navigation }, undefined, {
    form,
    initial: () => empty,
    parse: (kept) => textsOf(kept, empty),
  });
}

/** Text fields about one person: stored as a draft until sent or discarded. */
export function useDraftForm<Form extends Texts>(
  form: string,
  personId: string | undefined,
  initial: Form,
): DraftState<Form> {
  const { drafts, navigation } = useShell();
  return useDraftOf({ drafts, navigation }, personId ?? '', {
    form,
    initial: () => initial,
    parse: (kept) => textsOf(kept, initial),
  });
}
