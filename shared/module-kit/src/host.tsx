import type { HostApi, PatientContext, RecordAction, RouteLocation, Session, Settings } from '@phr/contract/host-api';
import type { Store } from '@phr/contract/store';
import { createContext, use, useSyncExternalStore } from 'react';

export const HostContext = createContext<HostApi | undefined>(undefined);

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

/** False when the account may not do this with the record on screen; a host of before 1.2 tells changes from looking alone. The server decides in any case. */
export function useMay(action: RecordAction): boolean {
  const { may, mayWrite } = usePatient().viewed ?? {};
  return may?.includes(action) ?? (action === 'read' || mayWrite !== false);
}
export const useLocationOfHost = (): RouteLocation => useStore(useHost().navigation.location);
