import type { PatientContext } from '@phr/contract/host-api';
import { createStore, type Store } from '@phr/contract/store';
import type { CurrentDeviceApi, Properties } from './current-device.api.ts';

export interface DevicePropertiesState {
  /** 'failed': the server did not say; screens go on with their defaults. */
  readonly status: 'loading' | 'ready' | 'failed';
  readonly values: Properties;
}

/** What the account's owner arranged on this device: kept by the server, read anew for each owner, never written to disk here. */
export interface DeviceProperties {
  readonly state: Store<DevicePropertiesState>;
  /** Asks for the values of an owner who is about to be in the context. */
  readAhead(ownerId: string): void;
  /**
   * Shows the values as soon as the server keeps them. What is chosen before the owner is known is sent once she is.
   * Rejects with AppError, and changes nothing then.
   */
  save(values: Properties): Promise<void>;
}

export function createDeviceProperties(api: CurrentDeviceApi, context: Store<PatientContext>): DeviceProperties {
  const state = createStore<DevicePropertiesState>({ status: 'loading', values: {} });
  let owner: string | undefined;
  let viewed: string | undefined;
  /** Counts the reads: only the answer of the last one counts. */
  let turn = 0;
  /** What the server has kept since the last read was asked for, which its answer may not know yet. */
  let saved: Properties = {};
  /** Choices that wait for the owner. */
  const waiting: ((ownerId: string) => void)[] = [];
  let ahead: { readonly owner: string; readonly values: Promise<Properties> } | undefined;

  const follow = () => {
    const { main, viewed: shown } = context.get();
    const isSameOwner = main?.id === owner;
    if (isSameOwner && shown?.id === viewed) return;
    owner = main?.id;
    viewed = shown?.id;
    turn += 1;
    saved = {};
    // Another person on screen: the device is still the owner's, so what is known stays until it was read again (FAM-04, FAM-05).
    if (!isSameOwner) state.set({ status: 'loading', values: {} });
    if (owner === undefined) return;
    for (const send of waiting.splice(0)) send(owner);
    const requestTurn = turn;
    const values = ahead?.owner === owner ? ahead.values : api.read(owner);
    ahead = undefined;
    values.then(
      (values) => {
        if (turn === requestTurn) state.set({ status: 'ready', values: { ...values, ...saved } });
      },
      () => {
        if (turn === requestTurn && state.get().status !== 'ready') state.set({ status: 'failed', values: {} });
      },
    );
  };
  context.subscribe(follow);
  follow();

  return {
    state,
    readAhead(ownerId) {
      if (ownerId === owner || ownerId === ahead?.owner) return;
      ahead = { owner: ownerId, values: api.read(ownerId) };
      // Told when the owner is there.
      ahead.values.catch(() => undefined);
    },
    async save(values) {
      const mainId = owner ?? (await new Promise<string>((known) => waiting.push(known)));
      await api.save(mainId, values);
      if (owner !== mainId) return;
      saved = { ...saved, ...values };
      const { status, values: shown } = state.get();
      state.set({ status: status === 'failed' ? 'ready' : status, values: { ...shown, ...values } });
    },
  };
}
