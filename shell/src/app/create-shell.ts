import type { PublicConfig } from '@phr/contract/public-config';
import type { Client } from '@phr/http/client';
import type { Offer } from '@phr/loader/resolve';
import type { AccountApi } from '../services/account/account.api.ts';
import type { ProfileApi } from '../services/profile/profile.api.ts';
import { page } from '../services/host/page.ts';
import type { ModulePart } from '../services/loader/module-part.ts';
import { fetchModuleFiles } from '../services/loader/named-files.ts';
import { sharedDevice } from '../services/host/shared-device.ts';
import { markSignedIn } from '../services/host/signed-in-mark.ts';
import { partsOf } from './ahead.ts';
import { openModules } from './module-parts.ts';
import { openRecord, type RecordParts } from './record-parts.ts';
import { openSession } from './session-parts.ts';
import { lazyApi } from '../core/lazy-api.ts';
import type { Shell } from '../core/shell.tsx';
import { createTexts } from '../core/texts.tsx';

/**
 * Assembles the shell, and starts everything its first screen waits for: texts, session, account and patient, and the
 * modules of the current path.
 */
export async function createShell(config: PublicConfig): Promise<Shell> {
  const session = openSession(config, () => texts.get());
  fetchModuleFiles();
  const record = openRecord(session, () => texts.get());
  const { hostFor, modules, pwa } = openModules(session, record);
  const { accountMemory, anonymous, auth, client, connection, log, navigation, offer, routes, settings, words } =
    session;
  const { deviceProperties, drafts, isSignedIn, notifications, outbox, patients } = record;

  auth.status.subscribe(() => {
    markSignedIn(auth.status.get(), sharedDevice.read());
    if (auth.status.get() !== 'signed-in') return;
    const route = routes.get().find(page.pathname())?.route;
    const parts = partsOf(route, offer.offer.get());
    // send calls first: downloaded scripts run as soon as requested and block sending; those of relatives wait for
    // their ids
    prefetchCalls(route?.screen === 'dashboard' ? parts : [], offer.offer.get(), record);
    void patients.load();
    import(/* webpackChunkName: "signed-in" */ './signed-in.tsx').catch(() => undefined);
    parts.forEach(modules.preload);
  });
  auth.start().catch(() => undefined);
  const texts = createTexts(await words, settings.settings, (error) => log.error('texts.load', error));

  // queued writes may be rejected, and that needs texts
  const sendWaiting = () => {
    if (isSignedIn.get()) void outbox.flush();
  };
  isSignedIn.subscribe(sendWaiting);
  connection.onReturn(sendWaiting);
  sendWaiting();
  connection.onReturn(() => {
    if (isSignedIn.get() && patients.state.get().status === 'failed') void patients.load();
  });
  return {
    config,
    auth,
    settings,
    texts,
    navigation,
    patients,
    deviceProperties,
    client,
    accounts: accountsLater(client, anonymous, config.signUpAt),
    accountMemory,
    profiles: profilesLater(client),
    drafts: drafts.for('shell'),
    draftsOf: drafts.for,
    countDrafts: drafts.count,
    outbox,
    connection,
    notifications,
    routes,
    offer: offer.offer,
    modules,
    pwa,
    hostFor,
  };
}

/**
 * Prefetches the first calls of the visible parts for the last viewed person, in parallel with their code and the
 * account.
 */
function prefetchCalls(
  parts: readonly ModulePart[],
  offer: Offer,
  { ahead, deviceProperties, lastPersons }: RecordParts,
): void {
  const last = lastPersons();
  if (last === undefined) return;
  deviceProperties.readAhead(last.mainId);
  for (const { name, state, manifest } of offer) {
    if (state !== 'offered') continue;
    for (const { slot, ahead: calls = [] } of manifest.slots)
      if (parts.some(({ module, kind, part }) => module === name && kind === 'slot' && part === slot))
        ahead.begin(last.viewedId, calls);
  }
}

/** Calls of the account screens, loaded with those screens. */
function accountsLater(session: Client, anonymous: Client, signUpAt: PublicConfig['signUpAt']): AccountApi {
  const call = lazyApi(async () =>
    (await import(/* webpackChunkName: "accounts" */ '../services/account/account.api.ts')).createAccountApi(
      session,
      anonymous,
      signUpAt,
    ),
  );
  return {
    signUp: call((api) => api.signUp),
    referral: call((api) => api.referral),
    quickEncounter: call((api) => api.quickEncounter),
    confirmPhone: call((api) => api.confirmPhone),
    requestCode: call((api) => api.requestCode),
    verifyCode: call((api) => api.verifyCode),
  };
}

/** Calls of the profile screens, loaded with those screens. */
function profilesLater(client: Client): ProfileApi {
  const call = lazyApi(async () =>
    (await import(/* webpackChunkName: "persons" */ '../services/profile/profile.api.ts')).createProfileApi(client),
  );
  return {
    cities: call((api) => api.cities),
    districts: call((api) => api.districts),
    wards: call((api) => api.wards),
    wardsNow: call((api) => api.wardsNow),
    occupations: call((api) => api.occupations),
    createMain: call((api) => api.createMain),
    read: call((api) => api.read),
    update: call((api) => api.update),
    createMember: call((api) => api.createMember),
    removeMember: call((api) => api.removeMember),
    createCoverage: call((api) => api.createCoverage),
    uploadPhoto: call((api) => api.uploadPhoto),
    addressOf: call((api) => api.addressOf),
  };
}
