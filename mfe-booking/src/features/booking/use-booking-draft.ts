import { createStore, type WritableStore } from '@phr/contract/store';
import { useHost, usePatient, useStore } from '@phr/module-kit/host';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type BookingDraft, EMPTY_DRAFT, parseDraft } from './booking-draft.model.ts';

export interface BookingDraftState {
  /** Undefined while it is read from this device. */
  readonly draft: BookingDraft | undefined;
  readonly change: (next: (before: BookingDraft) => BookingDraft) => void;
  /** The booking is made: nothing of it is kept. */
  readonly clear: () => void;
}

type DraftStore = WritableStore<BookingDraft | undefined>;
const UNREAD: DraftStore = createStore<BookingDraft | undefined>(undefined);

/**
 * What the person on screen has chosen so far. It lives in the module's memory (D-51), one for each person, and is kept as a draft, so that a
 * reload and a visit elsewhere lose nothing.
 */
export function useBookingDraft(): BookingDraftState {
  const { drafts } = useHost();
  const personId = usePatient().viewed?.id;
  const handle = useMemo(() => drafts.open('booking', personId), [drafts, personId]);
  const { data: store = UNREAD } = useQuery({
    queryKey: ['booking-draft', personId],
    enabled: personId !== undefined,
    staleTime: Infinity,
    gcTime: Infinity,
    structuralSharing: false,
    queryFn: async (): Promise<DraftStore> =>
      createStore<BookingDraft | undefined>(parseDraft((await handle.read())?.value) ?? EMPTY_DRAFT),
  });
  return {
    draft: useStore(store),
    // At once, as fields that show the value need it.
    change(next) {
      const before = store.get();
      if (before === undefined) return;
      store.set(next(before));
      handle.write(store.get());
    },
    clear() {
      if (store.get() !== undefined) store.set(EMPTY_DRAFT);
      handle.remove();
    },
  };
}
