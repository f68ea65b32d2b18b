import { LOCALES } from '@phr/contract/locale';
import { createFederation, type Federation } from '@phr/loader/federation';
import { withLimit } from '@phr/loader/with-limit';
import { ModuleLoadError } from '@phr/loader/load-error';
import { loadModule, type LoadedModule } from '@phr/loader/load-module';
import { type OfferedModule, resolve } from '@phr/loader/resolve';
import { reportingLog } from '@phr/loader/telling-log';
import { CONTRACT_VERSION } from '@phr/contract/version';
import * as React from 'react';
import * as JsxRuntime from 'react/jsx-runtime';
import * as ReactDom from 'react-dom';
import * as ReactDomClient from 'react-dom/client';
import { createEmbedHost } from './embed-host.ts';
import { createHealthReporter } from './health.ts';
import { CODES, EmbedError, withCode } from './embed-error.ts';
import { showFrame } from './frame.ts';
import { PhrView, type PhrEmbedApi } from './view-element.ts';
import { ownPolicies, watchBlocked } from './page-policies.ts';
import { openPlace, type Place } from './place.ts';
import { checkOptions, type Embedded, type EmbedOptions, type EmbedSettings } from './options.ts';
import { createReleases } from './releases.ts';
import { endWhenTurnedOff } from './turned-off.ts';
import { createSpokenLanguage } from './spoken-language.ts';
import { readService, type Service } from './service.ts';

/** URL of this script when loaded as a module, where `currentScript` is null. */
declare const phrEmbedAddress: string | undefined;

// read now: currentScript is null after evaluation
const script = document.currentScript instanceof HTMLScriptElement ? document.currentScript : undefined;
const address = typeof phrEmbedAddress === 'string' ? phrEmbedAddress : (script?.src ?? document.baseURI);
let origin = new URL(address).origin;
let nonce = script?.nonce ?? '';

let releases = createReleases(origin, script?.dataset['registryKey']);
let service: Promise<Service> | undefined;
let federation: Federation | undefined;
let hasMounted = false;
let views = 0;

/**
 * Sets the record's origin and the nonce for its scripts.
 * @throws TypeError after the first mount: a page has one record
 */
export function configure(settings: EmbedSettings): void {
  if (hasMounted) throw new TypeError('PhrEmbed.configure: call it before the first mount');
  if (settings.origin !== undefined) origin = new URL(settings.origin).origin;
  releases = createReleases(origin, settings.registryKey ?? script?.dataset['registryKey']);
  nonce = settings.nonce ?? nonce;
}

/** A view being mounted; `unmount` cancels or removes it. */
export type Mounting = Promise<Embedded> & Pick<Embedded, 'unmount'>;

/**
 * Shows a view of the health record in the page. Rejects with an error whose `code` names its page in docs/partners:
 * TypeError for invalid options, ModuleLoadError if the module fails to load, EmbedError if the page itself prevents
 * it.
 */
export function mount(options: EmbedOptions): Mounting {
  let isWanted = true;
  const blocked = watchBlocked(origin);
  const mounting = open(options, () => isWanted).then(
    async (view) => {
      void blocked();
      return view;
    },
    async (error: unknown) => {
      throw withCode(error, await blocked());
    },
  );
  return Object.assign(mounting, {
    unmount() {
      isWanted = false;
      return mounting.then(
        (view) => view.unmount(),
        () => undefined,
      );
    },
  });
}

/** Shows the same in a frame of the record's own origin, where this page can hold no view. */
export const frame = (options: EmbedOptions & { readonly partner: string }) => showFrame(origin, options);

async function open(options: EmbedOptions, isWanted: () => boolean): Promise<Embedded> {
  checkOptions(options);
  if (self.origin === 'null')
    throw new EmbedError(CODES.frame, 'a sandboxed page has no origin, so that no server of the record answers it');
  hasMounted = true;
  const started = performance.now();
  const view = await prepare(options);
  // policy problems must surface before anything is inserted
  federation ??= createFederation({ origin, offers: reactOffers(), page: ownPolicies(origin, nonce) });
  const life: Life = { isHere: true, takeAway: async () => undefined };
  const place = openPlace({
    element: options.element,
    origin,
    push: view.host.navigation.push,
    textSize: view.host.settings.get().textSize,
    onGone() {
      life.isHere = false;
      void life.takeAway();
    },
  });
  const loaded = await load(federation, view).catch((error: unknown) => {
    place.close();
    throw error;
  });
  if (!isWanted() || !life.isHere) {
    loaded.instance.dispose();
    place.close();
    options.onEnd?.();
    return NOTHING;
  }
  const { module, tell } = view;
  const { version } = loaded.release;
  const shown = await show(options, module, loaded, place).catch((error: unknown) => {
    if (error instanceof ModuleLoadError) tell(module.name, version, { failed: error.kind });
    throw error;
  });
  tell(module.name, version, { ms: performance.now() - started });
  return createControls(options, view, version, place, shown, life);
}

/** A view from mount to end. */
interface Life {
  /** False once its element has left the page. */
  isHere: boolean;
  takeAway(): Promise<void>;
}

type Prepared = Awaited<ReturnType<typeof prepare>>;

/** Prepares a view before its module is loaded: offer and host. */
async function prepare(options: EmbedOptions) {
  const [record] = await Promise.all([readRecord(), releases.read()]);
  // keeps a person on the same side of a rollout; the key never leaves the page
  const device = {
    key: `${new URL(document.baseURI).origin} ${options.patient.id}`,
    cohorts: [],
    contract: CONTRACT_VERSION,
  };
  const offerNow = () => resolve(releases.registry.get(), { ...device, bad: new Set() });
  const moduleNow = () => offerNow().find(({ name }) => name === options.module);
  const module = moduleNow();
  if (!module) throw new ModuleLoadError('registry', options.module);
  const start = options.path ?? module.manifest.routes.find(({ path }) => !path.includes(':'))?.path;
  const isOff = () => moduleNow()?.state === 'killed';
  const embedded = createEmbedHost(options, record, {
    manifest: module.manifest,
    all: offerNow().flatMap(({ manifest }) => manifest.routes),
    isOff,
    parent: parentPage(),
    onSerial: releases.heard,
    ...(options.view === 'app' && start !== undefined ? { start } : {}),
  });
  const tell = createHealthReporter({
    base: record.baseOf('phr'),
    registry: releases.registry.get,
    device,
    getAccessToken: embedded.host.getAccessToken,
  });
  return { ...embedded, module, moduleNow, tell };
}

const load = (from: Federation, { host, module, tell }: Prepared): Promise<LoadedModule> =>
  loadModule({
    federation: from,
    module,
    hostFor: ({ version }) => ({ ...host, log: reportingLog(host.log, tell, module.name, version) }),
    onFailure(error) {
      host.log.error('load', error);
      if (error.version !== undefined) tell(module.name, error.version, { failed: error.kind });
    },
  });

/** The page's controls for a mounted view, and what may end it. */
async function createControls(
  options: EmbedOptions,
  { host, module, moduleNow, setSettings, isDirty, tell }: Prepared,
  version: string,
  place: Place,
  { unmount, domElement, language }: Awaited<ReturnType<typeof show>>,
  life: Life,
): Promise<Embedded> {
  let stopFollowing = (): void => undefined;
  let stopTelling = (): void => undefined;
  let gone: Promise<void> | undefined;
  const end = async (): Promise<void> => {
    stopTelling();
    stopFollowing();
    await unmount();
    tell(module.name, version, { left: domElement.childElementCount });
    options.onEnd?.();
  };
  life.takeAway = () => {
    gone ??= end();
    return gone;
  };
  // runs immediately, and may end a view whose module was switched off while loading
  stopFollowing = endWhenTurnedOff({
    releases,
    module: moduleNow,
    isDirty,
    locale: () => host.settings.get().locale,
    place: () => place.root,
    unmount: () => life.takeAway(),
    notify: host.notify.show,
  });
  stopTelling = reportUpdate(version, () => moduleNow()?.candidates[0]?.release.version, options.onUpdate);
  const leave = (): Promise<void> => {
    // also removes the text shown in place of a switched-off module
    stopFollowing();
    return life.takeAway();
  };
  if (!life.isHere) await leave();
  return {
    setLocale(locale) {
      setSettings({ locale });
      language.set(locale);
    },
    setColorMode(colorMode) {
      setSettings({ colorMode });
      place.setColorMode(colorMode);
    },
    unmount: leave,
  };
}

/** Reports once when a release other than the shown one is offered first. */
function reportUpdate(shown: string, first: () => string | undefined, onUpdate: EmbedOptions['onUpdate']): () => void {
  const stop = releases.registry.subscribe(() => {
    const version = first();
    if (version === undefined || version === shown) return;
    stop();
    onUpdate?.(version);
  });
  return stop;
}

/** The partner's page around us, if this script runs in our own frame, as stated by the frame page. */
const parentPage = (): string | undefined => document.documentElement.dataset['phrParent'];

/** Result for a view unmounted before it was shown. */
const NOTHING: Embedded = {
  setLocale: () => undefined,
  setColorMode: () => undefined,
  unmount: async () => undefined,
};

function readRecord(): Promise<Service> {
  service ??= readService(origin).catch((error: unknown) => {
    service = undefined;
    throw error;
  });
  return service;
}

/** Mounts a view into its place; `unmount` removes both and is idempotent. */
async function show(
  options: EmbedOptions,
  { name, loadTimeoutMs }: OfferedModule,
  { instance, release }: LoadedModule,
  place: Place,
) {
  const { root, domElement, overlayRoot } = place;
  const lifecycles = instance.views[options.view] ?? instance.slots[options.view];
  if (!lifecycles) {
    instance.dispose();
    place.close();
    throw new ModuleLoadError('shape', name, release.version, new Error(`no view "${options.view}"`));
  }
  place.setColorMode(options.colorMode ?? 'light');
  const language = createSpokenLanguage([domElement, overlayRoot]);
  language.set(options.locale ?? LOCALES[0]);

  const props = {
    name: `${name}/${options.view}#${(views += 1)}`,
    domElement,
    overlayRoot,
    styleRoot: root,
    basePath: '',
    headingLevel: options.headingLevel ?? 2,
    input: options.input,
  };
  const takeAway = () => {
    language.end();
    instance.dispose();
    place.close();
  };
  try {
    await withLimit(
      Promise.resolve(lifecycles.bootstrap(props)).then(() => lifecycles.mount(props)),
      loadTimeoutMs,
      () => new ModuleLoadError('timeout', name, release.version),
    );
  } catch (error) {
    takeAway();
    throw error instanceof ModuleLoadError ? error : new ModuleLoadError('render', name, release.version, error);
  }
  let gone: Promise<void> | undefined;
  return {
    domElement,
    language,
    unmount(): Promise<void> {
      gone ??= Promise.resolve(lifecycles.unmount(props))
        .then(() => undefined)
        .finally(takeAway);
      return gone;
    },
  };
}

function reactOffers() {
  const offer = (module: unknown) => ({ version: React.version, strict: true, load: () => module });
  return {
    react: offer(React),
    'react/jsx-runtime': offer(JsxRuntime),
    'react-dom': offer(ReactDom),
    'react-dom/client': offer(ReactDomClient),
  };
}

/** Version of this script. */
export const version = __PHR_VERSION__;

const api: PhrEmbedApi = { mount, frame, configure, version };
// with two versions loaded, the page uses the first one's element and the newer one's functions
const known = (window as { PhrEmbed?: Partial<PhrEmbedApi> }).PhrEmbed?.version ?? '';
if (known === '' || version.localeCompare(known, 'en', { numeric: true }) > 0) Object.assign(window, { PhrEmbed: api });
PhrView.define(api);
