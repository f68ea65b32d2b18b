import { createStore, type WritableStore } from '@phr/contract/store';
import { useHost, usePatient, useStore } from '@phr/module-kit/host';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type BookingDraft, EMPTY_DRAFT, parseDraft } from './booking-draft.model.ts';

export interface BookingDraftState {
  /** Undefined while loading from the device. */
  readonly draft: BookingDraft | undefined;
  readonly change: (next: (before: BookingDraft) => BookingDraft) => void;
  /** The booking is made: deletes the draft. */
  readonly clear: () => void;
}

type DraftStore = WritableStore<BookingDraft | undefined>;
const UNREAD: DraftStore = createStore<BookingDraft | undefined>(undefined);

/**
 * Choices of the person on screen. Kept in module memory (D-51), per person, and stored as a draft to survive reloads
 * and navigation.
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
    // synchronously, for controlled fields
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
