import type { PatientContext } from '@phr/contract/host-api';
import { createStore, type Store } from '@phr/contract/store';
import type { CurrentDeviceApi, Properties } from './current-device.api.ts';

export interface DevicePropertiesState {
  /** 'failed': not readable; screens use their defaults. */
  readonly status: 'loading' | 'ready' | 'failed';
  readonly values: Properties;
}

/** Device settings of the account's owner: stored by the server, reloaded per owner, never on disk here. */
export interface DeviceProperties {
  readonly state: Store<DevicePropertiesState>;
  /** Prefetches the values of an owner who is about to become current. */
  readAhead(ownerId: string): void;
  /**
   * Shows the values once the server has stored them. Values chosen before the owner is known are sent later. Rejects
   * with AppError, leaving everything unchanged.
   */
  save(values: Properties): Promise<void>;
}

export function createDeviceProperties(api: CurrentDeviceApi, context: Store<PatientContext>): DeviceProperties {
  const state = createStore<DevicePropertiesState>({ status: 'loading', values: {} });
  let owner: string | undefined;
  let viewed: string | undefined;
  /** Read counter: only the latest read's result is used. */
  let turn = 0;
  /** Values saved since the last read started, which its result may lack. */
  let saved: Properties = {};
  /** Saves waiting for the owner. */
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
    // another person on screen: the device is still the owner's, so keep the values until reloaded (FAM-04, FAM-05)
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
      // reported once the owner is known
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
