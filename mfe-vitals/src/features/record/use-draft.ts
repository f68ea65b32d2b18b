import type { Draft, DraftHandle } from '@phr/contract/host-api';
import { useHost, usePatient } from '@phr/module-kit/host';
import { useCallback, useEffect, useMemo, useState } from 'react';

interface FormDraft {
  /** A form of an earlier visit that may be continued. */
  readonly offered: Draft | undefined;
  readonly decline: () => void;
  readonly accept: () => void;
  readonly keep: (form: unknown) => void;
  readonly forget: () => void;
}

/** Keeps what is typed into a form, where the host can keep it (contract 1.1). */
export function useDraft(form: string): FormDraft {
  const host = useHost();
  const patientId = usePatient().viewed?.id;
  const handle = useMemo<DraftHandle | undefined>(() => (host.has('drafts') ? host.drafts.open(form, patientId) : undefined), [host, form, patientId]);
  const [offered, setOffered] = useState<Draft>();
  useEffect(() => {
    let isHere = true;
    void handle?.read().then((draft) => { if (isHere) setOffered(draft); });
    return () => { isHere = false; };
  }, [handle]);
  return {
    offered,
    decline: useCallback(() => { handle?.remove(); setOffered(undefined); }, [handle]),
    accept: useCallback(() => setOffered(undefined), []),
    keep: useCallback((typed: unknown) => handle?.write(typed), [handle]),
    forget: useCallback(() => handle?.remove(), [handle]),
  };
}
