import { isAppError } from '@phr/contract/app-error';
import { errorNotice } from '@phr/http/error-notice';
import { deviceZone } from '@phr/time/zone';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useShell, useStore } from '../../core/shell.tsx';
import { useTexts } from '../../core/texts.tsx';
import {
  endDevice,
  fetchOffer,
  keepDevice,
  type PushAddress,
  type PushChoices,
  type PushDevice,
  type PushOffer,
} from '../../services/push/push.api.ts';
import { ownAddress, subscribe, unsubscribe } from '../../services/push/this-device.ts';
import { devicesOf, FIRST_CHOICES } from './push.model.ts';

/** 'missing': the server tells no devices. */
type State = 'loading' | 'missing' | 'failed' | { readonly offer: PushOffer; readonly own: PushAddress | undefined };

/** What this device and others are told while the app is closed, and the ways to change it. A change that fails is told, and what is shown is read anew. */
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

  /** One change after the other; after the last one the server is asked what holds. */
  const change = (work: () => Promise<void>): void => {
    const mine: Promise<void> = last.current.then(async () => {
      setRefused(false);
      try {
        await work();
      } catch (error) {
        // what is no answer of the server is the browser's: it gives no reason that would help
        if (isAppError(error)) notifications.show(errorNotice(error, find));
        else setRefused(true);
      }
      if (last.current === mine) setState(await look());
    });
    last.current = mine;
  };
  const keep = (address: PushAddress, { kinds, quiet, urgent }: PushChoices) =>
    keepDevice(client, { ...address, locale, zone: deviceZone(), name: deviceName, kinds, quiet, urgent });
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
    /** Asks for the permission of the browser: called by a press alone. */
    turnOn: () =>
      change(async () => {
        const address = await subscribe(offer.publicKey);
        if (address !== undefined) await keep(address, FIRST_CHOICES);
      }),
    turnOff: () => change(() => unsubscribe(client)),
    /** Shown at once. */
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
