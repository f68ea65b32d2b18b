import { isAppError } from '@phr/contract/app-error';
import type { Notice } from '@phr/contract/host-api';
import { errorNotice } from '@phr/http/error-notice';
import { useRef, useState } from 'react';

/** Dependencies of sending. */
export interface SendingPorts {
  readonly show: (notice: Notice) => void;
  /** Text of a dynamic key; undefined if there is none. */
  readonly find: (key: string) => string | undefined;
}

/** Why something failed, with its text. */
export interface Refusal {
  readonly error: unknown;
  readonly notice: Notice;
}

export interface Sending {
  readonly isBusy: boolean;
  /** Failure of the last attempt; undefined if none. */
  readonly refused: Refusal | undefined;
  /**
   * Runs one task at a time; further calls are ignored meanwhile. Failures are shown and kept; those that are no
   * AppError also reject.
   */
  readonly send: (task: () => Promise<unknown>) => Promise<void>;
  /** Clears the failure. */
  readonly clear: () => void;
}

/** A submission: single, with a busy state, and an explained failure (UX-34). */
export function useSendingOf({ show, find }: SendingPorts): Sending {
  const [isBusy, setBusy] = useState(false);
  const [refused, setRefused] = useState<Refusal>();
  const isSending = useRef(false);

  async function send(task: () => Promise<unknown>): Promise<void> {
    if (isSending.current) return;
    isSending.current = true;
    setBusy(true);
    setRefused(undefined);
    try {
      await task();
    } catch (error) {
      const notice = errorNotice(error, find);
      setRefused({ error, notice });
      show(notice);
      if (!isAppError(error)) throw error;
    } finally {
      isSending.current = false;
      setBusy(false);
    }
  }
  return { isBusy, refused, send, clear: () => setRefused(undefined) };
}
