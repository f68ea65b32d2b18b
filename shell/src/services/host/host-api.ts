import type {
  DraftPort,
  HostApi,
  LogPort,
  NavigationPort,
  NotifyPort,
  PatientContext,
  RealtimePort,
  Session,
  Settings,
  TopicPort,
  WaitingWrite,
} from '@phr/contract/host-api';
import type { ReleaseEntry } from '@phr/contract/registry';
import type { Store } from '@phr/contract/store';
import { CONTRACT_VERSION } from '@phr/contract/version';
import type { Client } from '@phr/http/client';
import { createModuleRequests } from '@phr/loader/module-requests';
import { whileOn } from '@phr/loader/while-on';

export interface HostParts {
  readonly session: Store<Session>;
  readonly getAccessToken: () => Promise<string>;
  readonly patient: Store<PatientContext>;
  readonly settings: Store<Settings>;
  readonly navigation: NavigationPort;
  readonly topics: TopicPort;
  readonly notify: NotifyPort;
  /** The client of one module; its writes may be queued in the outbox. */
  readonly clientFor: (module: string) => { readonly client: Client; readonly waiting: Store<readonly WaitingWrite[]> };
  readonly draftsFor: (module: string) => DraftPort;
  readonly realtime: RealtimePort;
  /** True for a module that is switched off: it may not call anything, even while a view is kept for unsaved input. */
  readonly isOff: (module: string) => boolean;
  readonly logFor: (release: ReleaseEntry) => LogPort;
}

const PORTS: readonly string[] = [
  'session',
  'getAccessToken',
  'patient',
  'settings',
  'navigation',
  'request',
  'topics',
  'notify',
  'log',
  'drafts',
  'realtime',
] satisfies (keyof HostApi)[];

/** Creates the host for one release of a module: the shell's ports, limited to the calls the release declares. */
export function createHostFor(parts: HostParts): (release: ReleaseEntry) => HostApi {
  const { location, push, replace, back, go, hrefOf, readsLinked, resolve, screenShown, guard } = parts.navigation;
  // expose the contract's members only, so modules cannot depend on more
  const navigation: NavigationPort = {
    location,
    push,
    replace,
    back,
    go,
    hrefOf,
    ...(readsLinked && { readsLinked }),
    resolve,
    screenShown,
    guard,
  };
  const readOnly = <T>({ get, subscribe }: Store<T>): Store<T> => ({ get, subscribe });
  return (release) => {
    const { manifest } = release;
    const { client, waiting } = parts.clientFor(manifest.name);
    const isOff = () => parts.isOff(manifest.name);
    return {
      version: CONTRACT_VERSION,
      has: (port) => PORTS.includes(port),
      session: readOnly(parts.session),
      getAccessToken: parts.getAccessToken,
      patient: readOnly(parts.patient),
      settings: readOnly(parts.settings),
      navigation,
      request: createModuleRequests(whileOn(client, isOff), manifest, waiting),
      topics: parts.topics,
      notify: { show: (notice) => parts.notify.show(notice) },
      log: parts.logFor(release),
      drafts: parts.draftsFor(manifest.name),
      realtime: { status: readOnly(parts.realtime.status), command: parts.realtime.command },
    };
  };
}
