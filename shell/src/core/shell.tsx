import type { PublicConfig } from '@phr/contract/public-config';
import type { DraftPort, HostApi } from '@phr/contract/host-api';
import type { ReleaseEntry } from '@phr/contract/registry';
import type { Store } from '@phr/contract/store';
import type { Client } from '@phr/http/client';
import type { Offer } from '@phr/loader/resolve';
import { createContext, use, useSyncExternalStore } from 'react';
import type { Auth } from '../services/auth/auth.ts';
import type { AccountApi } from '../services/account/account.api.ts';
import type { AccountMemory } from '../services/account/account-memory.ts';
import type { DeviceProperties } from '../services/device/device-properties.model.ts';
import type { ProfileApi } from '../services/profile/profile.api.ts';
import type { Patients } from '../services/patient/patient.model.ts';
import type { Drafts } from '../services/drafts/drafts.ts';
import type { Connection } from '../services/offline/connection.ts';
import type { Outbox } from '../services/outbox/outbox.ts';
import type { Navigation } from '../services/host/navigation.ts';
import type { Notifications } from '../services/host/notify.ts';
import type { SettingsPort } from '../services/host/settings.ts';
import type { Modules } from '../services/loader/modules.ts';
import type { Pwa } from '../services/pwa/pwa.ts';
import type { RouteTable } from './routes.ts';
import type { Texts } from './texts.tsx';

/** Everything the shell's screens use. */
export interface Shell {
  readonly config: PublicConfig;
  readonly auth: Auth;
  readonly settings: SettingsPort;
  readonly texts: Store<Texts>;
  readonly navigation: Navigation;
  readonly patients: Patients;
  readonly deviceProperties: DeviceProperties;
  /** Calls of the shell's own screens, with the session's token. */
  readonly client: Client;
  /** Sign-up and phone confirmation, and data kept between their screens. */
  readonly accounts: AccountApi;
  readonly accountMemory: AccountMemory;
  /** Profiles, family, and the lists their forms choose from. */
  readonly profiles: ProfileApi;
  /** Drafts of the shell's own forms. */
  readonly drafts: DraftPort;
  /** Drafts of any module's forms, for returning a rejected write to its form. */
  readonly draftsOf: Drafts['for'];
  /** Number of unsent forms in all tabs. */
  readonly countDrafts: Drafts['count'];
  /** The queue of writes. */
  readonly outbox: Outbox;
  readonly connection: Connection;
  readonly notifications: Notifications;
  readonly routes: Store<RouteTable>;
  /** Modules offered to this device: source of routes, menu, slots and actions. */
  readonly offer: Store<Offer>;
  readonly modules: Modules;
  /** Updates of the app itself. */
  readonly pwa: Pwa;
  /** The host as seen by one release of a module. */
  readonly hostFor: (release: ReleaseEntry) => HostApi;
}

export const ShellContext = createContext<Shell | undefined>(undefined);

export function useShell(): Shell {
  const shell = use(ShellContext);
  if (shell === undefined) throw new Error('No shell: render inside <ShellContext>');
  return shell;
}

/** The current value of a store, re-rendered on change. */
export function useStore<T>(store: Store<T>): T {
  return useSyncExternalStore(store.subscribe, store.get, store.get);
}
