import type { HubCommand } from '@phr/contract/host-api';
import { useHost } from '@phr/module-kit/host';
import { useEffect, useRef, useState } from 'react';

/** How a command goes: sent and waited for, then done, refused by the hub, not answered, or not even sent. */
export type CommandState =
  | { readonly step: 'idle' }
  | { readonly step: 'waiting' | 'success' | 'silent'; readonly command: HubCommand['command'] }
  | { readonly step: 'failed'; readonly command: HubCommand['command']; readonly code?: string }
  | { readonly step: 'not-sent'; readonly command: HubCommand['command']; readonly error: unknown };

/** A hub that has not answered by then got the command too late. */
const ANSWER_MS = 30_000;

/** Sends one command at a time to a hub and hears its answer. `onSuccess` is told of the command that was done. */
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
      // The last reply before this screen opened is told again: it answers nothing of ours.
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
