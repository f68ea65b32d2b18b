import { useHost, usePatient } from '@phr/module-kit/host';
import { isObject, text } from '@phr/fhir/json';
import { useEffect, useMemo, useState } from 'react';

/** Maximum dismissed readings remembered: a sensor's day. */
const MOST = 300;

/**
 * Whether a reading's advice was dismissed on this device, and a function to do so. Stored like drafts: encrypted, at
 * most 7 days, deleted at sign-out; advice concerns the last day only.
 */
export function useDismissedAdvice(readingId: string): readonly [isUnderstood: boolean, understood: () => void] {
  const { drafts } = useHost();
  const patientId = usePatient().viewed?.id;
  const storedAdvice = useMemo(() => drafts.open('understood-advice', patientId), [drafts, patientId]);
  const [ids, setIds] = useState<readonly string[]>();
  useEffect(() => {
    let isGone = false;
    void storedAdvice.read().then((draft) => {
      if (!isGone) setIds(idsIn(draft?.value));
    });
    return () => {
      isGone = true;
    };
  }, [storedAdvice]);
  return [
    ids?.includes(readingId) === true,
    () => {
      const next = [readingId, ...(ids ?? [])].slice(0, MOST);
      storedAdvice.write({ ids: next });
      setIds(next);
    },
  ];
}

function idsIn(value: unknown): readonly string[] {
  const ids: unknown = isObject(value) ? value['ids'] : undefined;
  return Array.isArray(ids) ? ids.flatMap((id) => text(id) ?? []) : [];
}
