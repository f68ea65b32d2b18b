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
  /** Shows the values as soon as the server keeps them. Rejects with AppError, and changes nothing then. */
  save(values: Properties): Promise<void>;
}

export function createDeviceProperties(api: CurrentDeviceApi, context: Store<PatientContext>): DeviceProperties {
  const state = createStore<DevicePropertiesState>({ status: 'loading', values: {} });
  let owner: string | undefined;

  const follow = () => {
    const mainId = context.get().main?.id;
    if (mainId === owner) return;
    owner = mainId;
    state.set({ status: 'loading', values: {} });
    if (mainId === undefined) return;
    api.read(mainId).then(
      (values) => { if (owner === mainId) state.set({ status: 'ready', values }); },
      () => { if (owner === mainId) state.set({ status: 'failed', values: {} }); },
    );
  };
  context.subscribe(follow);
  follow();

  return {
    state,
    async save(values) {
      const mainId = owner;
      if (mainId === undefined) return;
      await api.save(mainId, values);
      if (owner === mainId) state.set({ status: 'ready', values: { ...state.get().values, ...values } });
    },
  };
}
