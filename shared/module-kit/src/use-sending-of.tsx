import { isAppError } from '@phr/contract/app-error';
import type { Notice } from '@phr/contract/host-api';
import { errorNotice } from '@phr/http/error-notice';
import { useRef, useState } from 'react';

/** What a sending needs of its surroundings. */
export interface SendingPorts {
  readonly show: (notice: Notice) => void;
  /** The words of a key made from data; undefined when there are none. */
  readonly find: (key: string) => string | undefined;
}

/** Why something was not done, and the words of it. */
export interface Refusal {
  readonly error: unknown;
  readonly notice: Notice;
}

export interface Sending {
  readonly isBusy: boolean;
  /** Why the last try failed; undefined while there is none. */
  readonly refused: Refusal | undefined;
  /** Runs one thing at a time: while it runs another one is not begun. A failure is told and kept; one that is no AppError rejects as well. */
  readonly send: (task: () => Promise<unknown>) => Promise<void>;
  /** Forgets the failure. */
  readonly clear: () => void;
}

/** Something a person sends: once, covered while it runs, and on a failure said why (UX-34). */
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
