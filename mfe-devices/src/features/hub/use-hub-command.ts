import type { HubCommand } from '@phr/contract/host-api';
import { useHost } from '@phr/module-kit/host';
import { useEffect, useRef, useState } from 'react';

/** State of a command: sent, done, rejected by the hub, timed out, or not sent. */
export type CommandState =
  | { readonly step: 'idle' }
  | { readonly step: 'waiting' | 'success' | 'silent'; readonly command: HubCommand['command'] }
  | { readonly step: 'failed'; readonly command: HubCommand['command']; readonly code?: string }
  | { readonly step: 'not-sent'; readonly command: HubCommand['command']; readonly error: unknown };

/** Response timeout of a hub. */
const ANSWER_MS = 30_000;

/** Sends one command at a time to a hub and waits for its response. `onSuccess` gets the completed command. */
export function useHubCommand(
  mac: string,
  onSuccess?: (command: HubCommand) => void,
): { readonly state: CommandState; readonly send: (command: HubCommand) => void } {
  const { realtime, topics } = useHost();
  const [state, setState] = useState<CommandState>({ step: 'idle' });
  const open = useRef<HubCommand>(undefined);
  const done = useRef(onSuccess);
  useEffect(() => {
    done.current = onSuccess;
  });

  useEffect(() => {
    let isFirst = true;
    const stop = topics.subscribe('hub:reply', ({ mac: from, reply, value }) => {
      const sent = open.current;
      // ignore the replayed response from before this screen opened
      if (isFirst || from !== mac || sent === undefined || (reply !== 'success' && reply !== 'failed')) return;
      open.current = undefined;
      setState(
        reply === 'success'
          ? { step: 'success', command: sent.command }
          : { step: 'failed', command: sent.command, ...(value === undefined ? {} : { code: value }) },
      );
      if (reply === 'success') done.current?.(sent);
    });
    isFirst = false;
    return stop;
  }, [topics, mac]);

  const isWaiting = state.step === 'waiting';
  useEffect(() => {
    if (!isWaiting) return undefined;
    const timer = setTimeout(() => {
      const sent = open.current;
      open.current = undefined;
      if (sent !== undefined) setState({ step: 'silent', command: sent.command });
    }, ANSWER_MS);
    return () => clearTimeout(timer);
  }, [isWaiting]);

  return {
    state,
    send(command) {
      if (open.current !== undefined) return;
      open.current = command;
      setState({ step: 'waiting', command: command.command });
      realtime.command(command).catch((error: unknown) => {
        if (open.current !== command) return;
        open.current = undefined;
        setState({ step: 'not-sent', command: command.command, error });
      });
    },
  };
}
