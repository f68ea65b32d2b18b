import { useHost } from '@phr/module-kit/host';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { holdSlot, releaseSlot } from './slot-hold.api.ts';

/**
 * Keeps a time while the screen that confirms it is open, and lets it go with that screen: an appointment that was booked by then is not touched by it.
 * A server that keeps no times, and no network, change nothing: who sends first wins.
 * @returns until when, as an instant; undefined while nothing is kept
 */
export function useSlotHold(
  patientId: string | undefined,
  slotId: string | undefined,
  onRefused: (error: unknown) => void,
): string | undefined {
  const { request } = useHost();
  const queries = useQueryClient();
  const [until, setUntil] = useState<string>();
  useEffect(() => {
    if (patientId === undefined || slotId === undefined) return undefined;
    let isOpen = true;
    const holding = holdSlot(request, patientId, slotId).then(
      (end) => {
        if (isOpen) setUntil(end);
        return end !== undefined;
      },
      (error: unknown) => {
        if (isOpen) onRefused(error);
        return false;
      },
    );
    return () => {
      isOpen = false;
      setUntil(undefined);
      void holding.then(async (isHeld) => {
        if (!isHeld) return;
        // what cannot be let go ends by itself
        await releaseSlot(request, slotId).catch(() => undefined);
        await queries.invalidateQueries({ queryKey: ['slots'] });
      });
    };
    // once for a time: `onRefused` is new at each render
    // oxlint-disable-next-line react/exhaustive-deps
  }, [request, queries, patientId, slotId]);
  return until;
}
