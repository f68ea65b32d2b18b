import { useHost, usePatient } from '@phr/module-kit/host';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type BookingDraft, EMPTY_DRAFT, parseDraft } from './booking-draft.model.ts';

export interface BookingDraftState {
  /** Undefined while it is read from this device. */
  readonly draft: BookingDraft | undefined;
  readonly change: (next: (before: BookingDraft) => BookingDraft) => void;
  /** The booking is made: nothing of it is kept. */
  readonly clear: () => void;
}

/**
 * What the person on screen has chosen so far. It lives in the module's memory (D-51), one for each person, and is kept as a draft, so that a
 * reload and a visit elsewhere lose nothing.
 */
export function useBookingDraft(): BookingDraftState {
  const { drafts } = useHost();
  const queries = useQueryClient();
  const personId = usePatient().viewed?.id;
  const handle = useMemo(() => drafts.open('booking', personId), [drafts, personId]);
  const queryKey = ['booking-draft', personId];
  const { data } = useQuery({
    queryKey, enabled: personId !== undefined, staleTime: Infinity, gcTime: Infinity,
    queryFn: async () => parseDraft((await handle.read())?.value) ?? EMPTY_DRAFT,
  });
  return {
    draft: data,
    change(next) {
      const made = next(queries.getQueryData<BookingDraft>(queryKey) ?? EMPTY_DRAFT);
      queries.setQueryData(queryKey, made);
      handle.write(made);
    },
    clear() {
      queries.setQueryData(queryKey, EMPTY_DRAFT);
      handle.remove();
    },
  };
}
