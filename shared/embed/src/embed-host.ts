import { AppError } from '@phr/contract/app-error';
import type { HostApi, RealtimeStatus, RouteLocation, Session, Settings } from '@phr/contract/host-api';
import type { PatientContext } from '@phr/contract/host-api';
import { createStore } from '@phr/contract/store';
import { CONTRACT_VERSION } from '@phr/contract/version';
import { createClient } from '@phr/http/client';
import { createModuleRequests } from '@phr/loader/module-requests';
import { createTopics } from '@phr/loader/topics';
import { createHandoffTokens } from './handoff-tokens.ts';
import type { EmbedOptions } from './options.ts';
import type { Service } from './service.ts';

export interface EmbedHost {
  readonly host: HostApi;
  setSettings(change: Partial<Settings>): void;
}

/** Ports that are there, and do nothing on a partner's page: a module that asks knows before it offers something. */
const LIVE_PORTS: readonly string[] = ['drafts', 'realtime'] satisfies (keyof HostApi)[];

/** The host of one embedded view: the page's token and person, a history in memory, and no storage at all. */
export function createEmbedHost(options: EmbedOptions, service: Service, calls: readonly string[]): EmbedHost {
  const person = { ...options.patient, relationship: 'ONESELF' };
  const session = createStore<Session>({ status: 'signed-in' });
  const patient = createStore<PatientContext>({ epoch: 1, main: person, viewed: person, family: [person] });
  const settings = createStore<Settings>({
    locale: options.locale ?? 'vi-VN', colorMode: options.colorMode ?? 'light', textSize: 100, glucoseUnit: 'mmol/L',
    emergencyNumber: service.emergencyNumber, supportPhone: service.supportPhone, deviceId: '', deviceName: '',
  });

  let key = 0;
  const at = (path: string, action: RouteLocation['action']): RouteLocation => {
    const { pathname, search, hash } = new URL(path, service.origin);
    return { pathname, search, hash, key: String(key++), action };
  };
  const entries = ['/'];
  const location = createStore(at('/', 'POP'));
  const { getAccessToken = async () => '', handoffCode } = options;
  const ask = handoffCode === undefined ? getAccessToken : createHandoffTokens({ handoffCode, module: options.module, patientId: person.id, tokenEndpoint: service.tokenEndpoint });
  const getToken = async () => {
    const token = await ask();
    // Every call of a view needs a person (D-101).
    if (token === '') throw new AppError({ code: 'ANONYMOUS', httpStatus: 401, source: 'ID_SERVER' });
    return token;
  };
  const client = createClient({ baseOf: service.baseOf, getToken, locale: () => settings.get().locale });
  const report = (name: string, error: unknown) => console.error(`[phr] ${name}`, error);

  return {
    setSettings: (change) => settings.set({ ...settings.get(), ...change }),
    host: {
      version: CONTRACT_VERSION,
      has: (port) => !LIVE_PORTS.includes(port),
      session, patient, settings,
      getAccessToken: ask,
      navigation: {
        location,
        push(path) { entries.push(path); location.set(at(path, 'PUSH')); },
        replace(path) { entries[entries.length - 1] = path; location.set(at(path, 'REPLACE')); },
        back(fallback) { entries.pop(); const path = entries.at(-1) ?? fallback; if (entries.length === 0) entries.push(path); location.set(at(path, 'POP')); },
        go(screen, params) { options.onNavigate?.(screen, params ?? {}); },
        // A partner's page has no address for a screen of the record; the press itself is told to onNavigate.
        hrefOf: (screen, params) => `#phr:${screen}${params ? `?${new URLSearchParams(params)}` : ''}`,
        resolve: (path) => path,
        screenShown: () => undefined,
        guard: () => () => undefined,
      },
      request: createModuleRequests(client, calls),
      topics: createTopics(patient, (error) => report('topic', error)),
      notify: { show: (notice) => options.onNotice?.(notice) },
      log: { event: () => undefined, error: report },
      // Nothing of a person's is kept on a partner's page.
      drafts: { open: () => ({ read: async () => undefined, write: () => undefined, remove: () => undefined }) },
      realtime: {
        status: createStore<RealtimeStatus>({ connected: false }),
        command: async () => { throw new AppError({ code: 'NETWORK', httpStatus: 0, source: 'PHR_API' }); },
      },
    },
  };
}
