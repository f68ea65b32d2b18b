import { isAppError } from '@phr/contract/app-error';
import { errorNotice } from '@phr/http/error-notice';
import { deviceZone } from '@phr/time/zone';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useShell, useStore } from '../../core/shell.tsx';
import { useTexts } from '../../core/texts.tsx';
import {
  endDevice,
  fetchOffer,
  saveDevice,
  type PushAddress,
  type PushChoices,
  type PushDevice,
  type PushOffer,
} from '../../services/push/push.api.ts';
import { ownAddress, subscribe, unsubscribe } from '../../services/push/this-device.ts';
import { devicesOf, FIRST_CHOICES } from './push.model.ts';

/** 'missing': no server support. */
type State = 'loading' | 'missing' | 'failed' | { readonly offer: PushOffer; readonly own: PushAddress | undefined };

/** Push settings of this and other devices. Failed changes are reported and the state is reloaded. */
export function usePush() {
  const { client, settings, notifications } = useShell();
  const { deviceName, locale } = useStore(settings.settings);
  const { find } = useTexts();
  const [state, setState] = useState<State>('loading');
  const last = useRef(Promise.resolve());
  const [refused, setRefused] = useState(false);

  const look = useCallback(
    async (signal?: AbortSignal): Promise<State> => {
      try {
        const [offer, own] = await Promise.all([fetchOffer(client, signal), ownAddress().catch(() => undefined)]);
        return offer === undefined ? 'missing' : { offer, own };
      } catch (error) {
        if (!isAppError(error)) throw error;
        return 'failed';
      }
    },
    [client],
  );
  useEffect(() => {
    const looking = new AbortController();
    void look(looking.signal).then((found) => {
      if (!looking.signal.aborted) setState(found);
    });
    return () => looking.abort();
  }, [look]);

  /** Serializes changes; after the last one reloads the state from the server. */
  const change = (work: () => Promise<void>): void => {
    const mine: Promise<void> = last.current.then(async () => {
      setRefused(false);
      try {
        await work();
      } catch (error) {
        // errors other than the server's come from the browser, without a useful reason
        if (isAppError(error)) notifications.show(errorNotice(error, find));
        else setRefused(true);
      }
      if (last.current === mine) setState(await look());
    });
    last.current = mine;
  };
  const keep = (address: PushAddress, { kinds, quiet, urgent }: PushChoices) =>
    saveDevice(client, { ...address, locale, zone: deviceZone(), name: deviceName, kinds, quiet, urgent });
  const retry = () => {
    setState('loading');
    void look().then(setState);
  };
  if (typeof state === 'string') return { state, retry };
  const { offer, own } = state;
  return {
    state: 'ready' as const,
    ...devicesOf(offer, own),
    refused,
    /** Prompts for the browser's permission: call it from a click handler only. */
    turnOn: () =>
      change(async () => {
        const address = await subscribe(offer.publicKey);
        if (address !== undefined) await keep(address, FIRST_CHOICES);
      }),
    turnOff: () => change(() => unsubscribe(client)),
    /** Applied optimistically. */
    choose: (choices: PushChoices) => {
      if (own === undefined) return;
      const devices = offer.devices.map((one) => (one.endpoint === own.endpoint ? { ...one, ...choices } : one));
      setState({ offer: { ...offer, devices }, own });
      change(() => keep(own, choices));
    },
    end: ({ id }: PushDevice) => change(() => endDevice(client, { id })),
  };
}

export type Push = Extract<ReturnType<typeof usePush>, { readonly state: 'ready' }>;
