import { LOCALES } from '@phr/contract/locale';
import baseSheet from '@phr/ui/base.css';
import { createFederation, type Federation } from '@phr/loader/federation';
import { withLimit } from '@phr/loader/with-limit';
import { ModuleLoadError } from '@phr/loader/load-error';
import { loadModule, type LoadedModule } from '@phr/loader/load-module';
import { type OfferedModule, resolve } from '@phr/loader/resolve';
import { tellingLog } from '@phr/loader/telling-log';
import { CONTRACT_VERSION } from '@phr/contract/version';
import * as React from 'react';
import * as JsxRuntime from 'react/jsx-runtime';
import * as ReactDom from 'react-dom';
import * as ReactDomClient from 'react-dom/client';
import { createEmbedHost } from './embed-host.ts';
import { tellsHealth } from './health.ts';
import { followLinks } from './embed-navigation.ts';
import { checkOptions, type Embedded, type EmbedOptions } from './options.ts';
import { createReleases } from './releases.ts';
import { endWhenTurnedOff } from './turned-off.ts';
import { createSpokenLanguage } from './spoken-language.ts';
import { readService, type Service } from './service.ts';

// Taken now: currentScript is gone once the script has run.
const script = document.currentScript;
const origin = new URL(script instanceof HTMLScriptElement ? script.src : document.baseURI).origin;

const releases = createReleases(origin, script?.dataset['registryKey']);
let service: Promise<Service> | undefined;
let federation: Federation | undefined;
let mounts = 0;

/** A view on its way into the page; `unmount` takes it away, also before it is there. */
export type Mounting = Promise<Embedded> & Pick<Embedded, 'unmount'>;

/** Shows one view of the health record in the page. Rejects with TypeError for wrong options, with ModuleLoadError when the view cannot be shown. */
export function mount(options: EmbedOptions): Mounting {
  let isWanted = true;
  const mounting = open(options, () => isWanted);
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

async function open(options: EmbedOptions, isWanted: () => boolean): Promise<Embedded> {
  checkOptions(options);
  const started = performance.now();
  const [record] = await Promise.all([readRecord(), releases.read()]);
  // A person is on the same side of a rollout at each visit; the key stays in the page.
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
  const { host, setSettings, isDirty } = createEmbedHost(options, record, {
    manifest: module.manifest,
    all: offerNow().flatMap(({ manifest }) => manifest.routes),
    isOff,
    onSerial: releases.heard,
    ...(options.view === 'app' && start !== undefined ? { start } : {}),
  });
  federation ??= createFederation({ origin, offers: reactOffers() });

  const tell = tellsHealth({
    base: record.baseOf('phr'),
    registry: releases.registry.get,
    device,
    getAccessToken: host.getAccessToken,
  });
  const loaded = await loadModule({
    federation,
    module,
    hostFor: ({ version }) => ({ ...host, log: tellingLog(host.log, tell, module.name, version) }),
    onFailure(error) {
      host.log.error('load', error);
      if (error.version !== undefined) tell(module.name, error.version, { failed: error.kind });
    },
  });
  if (!isWanted()) {
    loaded.instance.dispose();
    return NOTHING;
  }
  const { version } = loaded.release;
  const shown = await show(options, module, loaded, host.navigation.push).catch((error: unknown) => {
    if (error instanceof ModuleLoadError) tell(module.name, version, { failed: error.kind });
    throw error;
  });
  const { unmount, domElement, language } = shown;
  tell(module.name, version, { ms: performance.now() - started });
  const stopFollowing = endWhenTurnedOff({
    releases,
    module: moduleNow,
    isDirty,
    locale: () => host.settings.get().locale,
    place: () => openRoot(options.element),
    unmount,
    notify: host.notify.show,
  });
  return {
    setLocale(locale) {
      setSettings({ locale });
      language.set(locale);
    },
    setColorMode(colorMode) {
      setSettings({ colorMode });
      options.element.dataset['colorMode'] = colorMode;
    },
    async unmount() {
      stopFollowing();
      await unmount();
      tell(module.name, version, { left: domElement.childElementCount });
    },
  };
}

/** What a page gets that took its view away before it was there. */
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

/** Mounts the view of an instance in its own place of the element; `unmount` takes both away, once however often it is called. */
async function show(
  options: EmbedOptions,
  { name, loadTimeoutMs }: OfferedModule,
  { instance, release }: LoadedModule,
  push: (path: string) => void,
) {
  const lifecycles = instance.views[options.view] ?? instance.slots[options.view];
  if (!lifecycles) {
    instance.dispose();
    throw new ModuleLoadError('shape', name, release.version, new Error(`no view "${options.view}"`));
  }
  const { root, sheet, domElement, overlayRoot } = openPlace(options.element, push);
  options.element.dataset['colorMode'] = options.colorMode ?? 'light';
  const language = createSpokenLanguage([domElement, overlayRoot]);
  language.set(options.locale ?? LOCALES[0]);

  const props = {
    name: `${name}/${options.view}#${++mounts}`,
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
    root.adoptedStyleSheets = root.adoptedStyleSheets.filter((own) => own !== sheet);
    // Only what is its own: another view may live in the same element.
    domElement.remove();
    overlayRoot.remove();
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

const openRoot = (element: HTMLElement): ShadowRoot => element.shadowRoot ?? element.attachShadow({ mode: 'open' });

/** A place for one view in the element's shadow: itself, its overlays, and the base sheet. Its links lead through `push`. */
function openPlace(element: HTMLElement, push: (path: string) => void) {
  const root = openRoot(element);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(baseSheet);
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
  const domElement = document.createElement('div');
  const overlayRoot = document.createElement('div');
  root.append(domElement, overlayRoot);
  for (const part of [domElement, overlayRoot]) followLinks(part, origin, push);
  return { root, sheet, domElement, overlayRoot };
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

Object.assign(window, { PhrEmbed: { mount } });
