import type { HostApi, PatientContext, RecordAction, RouteLocation, Session, Settings } from '@phr/contract/host-api';
import { mayIn } from '@phr/contract/may';
import type { MountProps } from '@phr/contract/phr-module';
import type { Store } from '@phr/contract/store';
import { createContext, use, useSyncExternalStore } from 'react';

export const HostContext = createContext<HostApi | undefined>(undefined);

/** Reports to the host that a file of the module failed to load. */
export const FaultContext = createContext<MountProps['fault']>(undefined);

/** The host of this module instance. */
export function useHost(): HostApi {
  const host = use(HostContext);
  if (!host) throw new Error('No host: render inside a view or slot of a module');
  return host;
}

/** The current value of a store, re-rendered on change. */
export function useStore<T>(store: Store<T>): T {
  return useSyncExternalStore(store.subscribe, store.get, store.get);
}

export const useSession = (): Session => useStore(useHost().session);
export const useSettings = (): Settings => useStore(useHost().settings);
export const usePatient = (): PatientContext => useStore(useHost().patient);

/** False if the account may not do this with the record on screen. */
export const useMay = (action: RecordAction): boolean => mayIn(usePatient().viewed ?? {}, action);
export const useLocationOfHost = (): RouteLocation => useStore(useHost().navigation.location);
