import { isAppError } from '@phr/contract/app-error';
import type { HubCommand, HubMeter } from '@phr/contract/host-api';
import { useHost } from '@phr/module-kit/host';
import { useEffect, useEffectEvent, useReducer, useRef } from 'react';
import { DEVICE_TYPES } from '../devices/device-types.model.ts';
import { useDeviceWrite } from '../devices/device-writes.api.ts';
import { FUNCTIONS } from '../device-form/device-form.model.ts';
import type { HubState } from '../hub/use-hub.ts';
import { type Pairing, pairingAfter, READY } from './pairing.model.ts';

/** Delay before retrying an interrupted step, and connection timeout of a retry. */
const PAUSE_MS = 3_000;
const TRY_MS = 10_000;
/** Timeouts beyond which a hub has lost the command: a search lasts a minute, a passkey must be found and typed. */
const LIMIT_MS = { scanning: 90_000, pairing: 120_000 } as const;

export interface PairingHub {
  readonly id: string;
  readonly mac: string;
}

export interface PairingSession {
  readonly pairing: Pairing;
  readonly scan: () => void;
  readonly stopScan: () => void;
  readonly pair: (meter: HubMeter) => void;
  /** Cancels the current step. */
  readonly cancel: () => void;
}

export interface PairingOptions {
  readonly hub: PairingHub;
  readonly connection: HubState['connection'];
  readonly patientId: string;
  /** Devices already recorded: id by MAC. */
  readonly known: ReadonlyMap<string, string>;
  /** The meter was added to the record with this id. */
  readonly onSaved: (id: string | undefined) => void;
}

/** Pairs a meter through a hub: search, pair, save; resumes after interruptions. */
export function usePairing({ hub, connection, patientId, known, onSaved }: PairingOptions): PairingSession {
  const { realtime, topics } = useHost();
  const [pairing, happen] = useReducer(pairingAfter, READY);
  const { mutateAsync } = useDeviceWrite();
  const keys = useRef(new Map<string, string>());
  const { step, tries } = pairing;
  const isConnected = connection === 'CONNECTED';

  useEffect(() => {
    // skip messages replayed from before this screen opened
    let isOld = true;
    const stops = [
      topics.subscribe('hub:found', ({ mac, meters }) => {
        if (!isOld && mac === hub.mac) happen({ type: 'found', meters });
      }),
      topics.subscribe('hub:reply', ({ mac, reply, value }) => {
        if (!isOld && mac === hub.mac) happen({ type: 'reply', reply, value });
      }),
    ];
    isOld = false;
    return () => {
      for (const stop of stops) stop();
    };
  }, [topics, hub.mac]);

  const send = useEffectEvent((command: HubCommand) => {
    realtime
      .command(command)
      .catch((error: unknown) =>
        happen(
          isOfNetwork(error)
            ? { type: 'lost' }
            : { type: 'refused', problem: 'failed', ...(isAppError(error) ? { code: error.code } : {}) },
        ),
      );
  });
  const save = useEffectEvent((meter: HubMeter) => {
    const key = keys.current.get(meter.mac) ?? crypto.randomUUID();
    keys.current.set(meter.mac, key);
    const type = DEVICE_TYPES.find((one) => one === meter.type);
    const funcType = type && FUNCTIONS[type];
    mutateAsync({
      kind: 'add-meter',
      key,
      body: {
        patientId,
        name: meter.name,
        type: type ?? 'MDV',
        techType: 'BLE',
        mac: meter.mac,
        usingMode: 3,
        parent: { id: hub.id, mac: hub.mac, type: 'ONE_HUB' },
        ...(funcType === undefined ? {} : { funcType }),
      },
    }).then(
      (id) => {
        happen({ type: 'saved' });
        onSaved(id);
      },
      (error: unknown) => {
        happen(
          isOfNetwork(error)
            ? { type: 'lost' }
            : {
                type: 'refused',
                problem: isAppError(error) && error.code === 'ALREADY_PAIRED' ? 'already-paired' : 'failed',
              },
        );
      },
    );
  });
  const meter = useEffectEvent(() => pairing.meter);

  useEffect(() => {
    const chosen = meter();
    if (step === 'scanning') send({ mac: hub.mac, command: 'scan' });
    else if (step === 'pairing' && chosen !== undefined)
      send({ mac: hub.mac, command: 'pair', args: { meterMac: chosen.mac } });
    else if (step === 'saving' && chosen !== undefined) save(chosen);
    // `tries` changes when a step restarts
  }, [step, tries, hub.mac]);

  useEffect(() => {
    if (!isConnected && (step === 'scanning' || step === 'pairing')) happen({ type: 'lost' });
    if (isConnected && step === 'retrying') happen({ type: 'back' });
  }, [isConnected, step]);

  useEffect(() => {
    if (step !== 'interrupted' && step !== 'retrying') return undefined;
    const timer = setTimeout(
      () => happen({ type: step === 'interrupted' ? 'retry' : 'lost' }),
      step === 'interrupted' ? PAUSE_MS : TRY_MS,
    );
    return () => clearTimeout(timer);
  }, [step, tries]);

  useEffect(() => {
    if (step !== 'scanning' && step !== 'pairing') return undefined;
    const timer = setTimeout(
      () => happen({ type: 'reply', reply: step === 'scanning' ? 'stop' : 'failed', value: 'TIMEOUT' }),
      LIMIT_MS[step],
    );
    return () => clearTimeout(timer);
  }, [step, tries]);

  const command = (next: HubCommand) => {
    realtime.command(next).catch(() => undefined);
  };
  return {
    pairing,
    scan: () => happen({ type: 'scan' }),
    stopScan: () => command({ mac: hub.mac, command: 'stop-scan' }),
    pair(chosen) {
      if (!known.has(chosen.mac)) return happen({ type: 'pair', meter: chosen });
      if (step === 'scanning') command({ mac: hub.mac, command: 'stop-scan' });
      return happen({ type: 'refused', problem: 'already-paired' });
    },
    cancel: () => happen({ type: 'refused', problem: 'stopped' }),
  };
}

const isOfNetwork = (error: unknown): boolean =>
  isAppError(error) && ['NETWORK', 'INTERRUPTED', 'TIMEOUT'].includes(error.code);
