import { useHost } from '@phr/module-kit/host';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { holdSlot, releaseSlot } from './slot-hold.api.ts';

/**
 * Holds a time while its confirmation screen is open, and releases it on leaving; a booked appointment is unaffected.
 * Without server support or network nothing changes: first come, first served.
 * @returns expiry of the hold; undefined without one
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
        // a failed release expires by itself
        await releaseSlot(request, slotId).catch(() => undefined);
        await queries.invalidateQueries({ queryKey: ['slots'] });
      });
    };
    // once for a time: `onRefused` is new at each render
    // oxlint-disable-next-line react/exhaustive-deps
  }, [request, queries, patientId, slotId]);
  return until;
}
