import type { DraftPort } from '@phr/contract/host-api';
import { type DraftState, useDraftOf } from '@phr/module-kit/use-draft';
import { useShell } from '../shell.tsx';
import { textsOf } from './form.ts';

type Texts = Readonly<Record<string, string>>;

/** Before sign-in nothing of a form is written to the device. */
const NO_DRAFTS: DraftPort = {
  open: () => ({ read: async () => undefined, write: () => undefined, remove: () => undefined }),
};

/** The texts of a form before sign-in: asks before they are lost, and keeps nothing. */
export function useUnkeptForm<Form extends Texts>(form: string, empty: Form): DraftState<Form> {
  const { navigation } = useShell();
  return useDraftOf({ drafts: NO_DRAFTS, navigation }, undefined, {
    form,
    initial: () => empty,
    parse: (kept) => textsOf(kept, empty),
  });
}

/** The texts of a form about one person: kept as a draft until it is sent or discarded. */
export function useKeptForm<Form extends Texts>(
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
