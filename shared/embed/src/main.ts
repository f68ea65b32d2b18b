import { LOCALES } from '@phr/contract/locale';
import baseSheet from '@phr/ui/base.css';
import { createFederation, type Federation } from '@phr/loader/federation';
import { withLimit } from '@phr/loader/with-limit';
import { ModuleLoadError } from '@phr/loader/load-error';
import { loadModule } from '@phr/loader/load-module';
import { resolve } from '@phr/loader/resolve';
import { CONTRACT_VERSION } from '@phr/contract/version';
import * as React from 'react';
import * as JsxRuntime from 'react/jsx-runtime';
import * as ReactDom from 'react-dom';
import * as ReactDomClient from 'react-dom/client';
import { createEmbedHost } from './embed-host.ts';
import { followLinks } from './embed-navigation.ts';
import { checkOptions, type Embedded, type EmbedOptions } from './options.ts';
import { readService, type Service } from './service.ts';

// Taken now: currentScript is gone once the script has run.
const script = document.currentScript;
const origin = new URL(script instanceof HTMLScriptElement ? script.src : document.baseURI).origin;

let service: Promise<Service> | undefined;
let federation: Federation | undefined;
let mounts = 0;

/** Shows one view of the health record in the page. Rejects with TypeError for wrong options, with ModuleLoadError when the view cannot be shown. */
export async function mount(options: EmbedOptions): Promise<Embedded> {
  checkOptions(options);
  service ??= readService(origin).catch((error: unknown) => {
    service = undefined;
    throw error;
  });
  const record = await service;
  const offer = resolve(record.registry, {
    key: `${new URL(document.baseURI).origin} ${options.patient.id}`,
    contract: CONTRACT_VERSION,
    bad: new Set(),
  });
  const module = offer.find(({ name }) => name === options.module);
  if (!module) throw new ModuleLoadError('registry', options.module);
  const { manifest } = module;
  const start = options.path ?? manifest.routes.find(({ path }) => !path.includes(':'))?.path;
  const { host, setSettings } = createEmbedHost(options, record, {
    manifest,
    all: offer.flatMap((offered) => offered.manifest.routes),
    ...(options.view === 'app' && start !== undefined ? { start } : {}),
  });
  federation ??= createFederation({ origin, offers: reactOffers() });

  const { instance, release } = await loadModule({
    federation,
    module,
    hostFor: () => host,
    onFailure: (error) => host.log.error('load', error),
  });
  const lifecycles = instance.views[options.view] ?? instance.slots[options.view];
  if (!lifecycles) {
    instance.dispose();
    throw new ModuleLoadError('shape', module.name, release.version, new Error(`no view "${options.view}"`));
  }

  const { root, sheet, domElement, overlayRoot } = openPlace(options.element, host.navigation.push);
  const dress = (mode: 'light' | 'dark', locale: string) => {
    options.element.dataset['colorMode'] = mode;
    domElement.lang = locale;
  };
  dress(options.colorMode ?? 'light', options.locale ?? LOCALES[0]);

  const props = {
    name: `${module.name}/${options.view}#${++mounts}`,
    domElement,
    overlayRoot,
    styleRoot: root,
    basePath: '',
    headingLevel: options.headingLevel ?? 2,
    input: options.input,
  };
  const takeAway = () => {
    instance.dispose();
    root.adoptedStyleSheets = root.adoptedStyleSheets.filter((own) => own !== sheet);
    // Only what is its own: another view may live in the same element.
    domElement.remove();
    overlayRoot.remove();
  };
  try {
    await withLimit(
      Promise.resolve(lifecycles.bootstrap(props)).then(() => lifecycles.mount(props)),
      module.loadTimeoutMs,
      () => new ModuleLoadError('timeout', module.name, release.version),
    );
  } catch (error) {
    takeAway();
    throw error instanceof ModuleLoadError ? error : new ModuleLoadError('render', module.name, release.version, error);
  }
  let gone: Promise<void> | undefined;
  return {
    setLocale(locale) {
      setSettings({ locale });
      domElement.lang = locale;
    },
    setColorMode(colorMode) {
      setSettings({ colorMode });
      options.element.dataset['colorMode'] = colorMode;
    },
    unmount() {
      gone ??= Promise.resolve(lifecycles.unmount(props))
        .then(() => undefined)
        .finally(takeAway);
      return gone;
    },
  };
}

/** A place for one view in the element's shadow: itself, its overlays, and the base sheet. Its links lead through `push`. */
function openPlace(element: HTMLElement, push: (path: string) => void) {
  const root = element.shadowRoot ?? element.attachShadow({ mode: 'open' });
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
