// Kinds of partner pages that show a view of the record: the content of each page, and the expected result. The
// partner's server generates them (partner-server.ts).
import { createHash } from 'node:crypto';
import { readFileSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { dirOf, ROOT, versionOf } from '../../tools/workspace.ts';
import { IDENTITY, SHELL } from './addresses.ts';

export interface Kind {
  readonly name: string;
  /** Content of the head, before the embed. */
  readonly head?: string;
  /** The page around the container; the container itself has the id `record`. */
  readonly body?: string;
  /** How the embed comes into the page; its script by default. */
  readonly embed?: string;
  /** Script of the page: creates `window.place`, or replaces PhrEmbed.mount with its own `window.show(options)`. */
  readonly script?: string;
  /** The whole page as a framework wrote it out, in place of head, body and embed. */
  readonly page?: () => string;
  readonly html?: string;
  readonly policy?: string;
  readonly nonce?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Error code that the page receives; when absent, a view is shown. */
  readonly code?: string;
}

const VERSION = versionOf('shared/embed');
export const EMBED = `${SHELL}/embed/${VERSION}/phr-embed`;
const tag = (src: string, more = '') => `<script src="${src}" ${more}></script>`;
const integrity = (file: string): string =>
  `sha384-${createHash('sha384')
    .update(readFileSync(path.join(dirOf('shared/embed'), 'dist', VERSION, file)))
    .digest('base64')}`;
const module = (src: string) =>
  `<script type="module">import * as embed from '${src}'; window.PhrEmbed = embed;</script>`;
const lib = (name: string) => tag(`/lib/${name}`);

/** A view in a component of a library: the library creates the element and removes it. */
const reactPage = (render: string) => `
  const { createElement: h, useEffect, useRef, StrictMode } = React;
  function Record({ options }) {
    const place = useRef(null);
    useEffect(() => {
      const mounting = PhrEmbed.mount({ ...options, element: place.current });
      mounting.then((view) => { window.view = view; });
      return () => { mounting.unmount(); };
    }, []);
    return h('div', { ref: place });
  }
  window.show = async (options) => {
    const page = h(StrictMode, null, h(Record, { options }));
    const root = document.createElement('div');
    window.view = undefined;
    window.place.replaceChildren(root);
    ${render}
    await window.until(() => window.view);
    return window.view;
  };`;

/** Folder of a page as Vite built it. */
export const VITE = path.join(ROOT, 'e2e/fixtures/vite-page/released');
/** What Vite writes into the head of its page. */
const viteHead = (): string =>
  (readFileSync(path.join(VITE, 'index.html'), 'utf8').match(/<(?:script|link)[^]*?\n/g) ?? []).join('');

/** Folder of a site as Next wrote it out; its pages stand below `/kinds/next`. */
export const NEXT = path.join(ROOT, 'e2e/fixtures/next-page/released');

/**
 * A page with its own module federation. It finds its runtime in the same place as the record, its React is 18, and
 * page-wide plugins offer that React to every federation. Each side must keep its own React, including page modules
 * that are loaded when the record's view is already there.
 */
const FEDERATION_PAGE = `
  const part = (name) => ({
    name, type: 'global', entry: URL.createObjectURL(new Blob([
      'globalThis.' + name + ' = { core: globalThis._FEDERATION_RUNTIME_CORE, init() {}, get: async () => () => ({ core: ' + name + '.core }) };',
    ])),
  });
  const asked = [];
  let own;
  const begin = async () => {
    const core = await import('@module-federation/runtime-core');
    const { createInstance, registerGlobalPlugins } = await import('@module-federation/runtime');
    globalThis._FEDERATION_RUNTIME_CORE = core;
    registerGlobalPlugins([{
      name: 'clinic-wide',
      createScript({ url }) { asked.push(url); },
      resolveShare(question) {
        asked.push(question.pkgName);
        const shared = own.options.shared[question.pkgName]?.[0];
        if (shared) question.resolver = () => ({ shared, useTreesShaking: false });
        return question;
      },
    }]);
    const only = { singleton: true, requiredVersion: '^18.0.0' };
    own = createInstance({ name: 'clinic', remotes: [part('clinic_menu'), part('clinic_visits')], shared: {
      react: { version: React.version, lib: () => React, shareConfig: only },
      'react-dom': { version: ReactDOM.version, lib: () => ReactDOM, shareConfig: only },
    } });
    return core;
  };
  let beginning;
  window.show = async (options) => {
    const core = await (beginning ??= begin());
    const same = async (name) => {
      const wrong = [];
      if ((await own.loadRemote(name + '/part')).core !== core) wrong.push('another runtime');
      if ((await own.loadShare('react'))() !== React) wrong.push('another React');
      if (core.CurrentGlobal.__FEDERATION__.__INSTANCES__.length !== 1) wrong.push('another host');
      if (asked.some((what) => !what.startsWith('blob:') && what !== 'react')) wrong.push('asked for ' + asked);
      if (wrong.length > 0) throw new Error(name + ': ' + wrong.join(', '));
    };
    await same('clinic_menu');
    const view = await PhrEmbed.mount(options);
    await same('clinic_visits');
    return view;
  };`;

const policy = (scripts: string) =>
  `default-src 'self'; script-src ${scripts}; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; connect-src 'self' ${SHELL} ${IDENTITY}`;

export const KINDS: readonly Kind[] = [
  { name: 'plain', embed: tag(`${EMBED}.js`, `integrity="@js@" crossorigin`) },
  { name: 'async', embed: tag(`${EMBED}.js`, 'async') },
  { name: 'module', embed: module(`${EMBED}.mjs`) },
  {
    name: 'import',
    embed: '',
    script: `window.show = async (options) => (await import('${EMBED}.mjs')).mount(options);`,
  },
  { name: 'twice', embed: tag(`${EMBED}.js`) + tag(`${EMBED}.js`) },
  { name: 'two-versions', embed: tag(`${SHELL}/embed/1.0.0.js`) + tag(`${EMBED}.js`) + module(`${EMBED}.mjs`) },
  { name: 'follows', embed: tag(`${SHELL}/embed/2.js`) },
  {
    name: 'element',
    script: `window.show = (options) => new Promise((resolve, reject) => {
      const view = document.createElement('phr-view');
      for (const [name, value] of Object.entries({ module: options.module, view: options.view, path: options.path, patient: options.patient.id }))
        if (value) view.setAttribute(name, value);
      view.getAccessToken = options.getAccessToken;
      view.addEventListener('phr-ready', () => resolve({ unmount: async () => { view.remove(); } }));
      view.addEventListener('phr-error', (event) => reject(event.detail.error));
      document.getElementById('record').append(view);
      window.place = view;
    });`,
  },
  { name: 'bootstrap', head: '<link rel="stylesheet" href="/lib/bootstrap.css">' },
  { name: 'rem-625', head: '<style>html { font-size: 62.5% } body { font-size: 1.6rem }</style>' },
  { name: 'rtl', html: 'dir="rtl" lang="ar"' },
  {
    name: 'hostile-css',
    head: `<style>
      * { text-transform: uppercase; letter-spacing: 4px; line-height: 3; color: red !important; direction: rtl !important; white-space: pre !important }
      html { font-size: 9px; visibility: visible; cursor: wait; word-spacing: 9px; text-indent: 40px; text-align: right; user-select: none; --c-text: red; --phr-rem: 5px }
      div { all: unset; font: italic 40px fantasy }
    </style>`,
  },
  {
    name: 'react-17',
    head: lib('react-17.js') + lib('react-dom-17.js'),
    script: reactPage(`ReactDOM.render(page, root);`),
  },
  {
    name: 'react-18',
    head: lib('react-18.js') + lib('react-dom-18.js'),
    script: reactPage(`ReactDOM.createRoot(root).render(page);`),
  },
  { name: 'react-19', head: lib('react-19.js'), script: reactPage(`ReactDOM.createRoot(root).render(page);`) },
  {
    name: 'vue-3',
    head: lib('vue.js'),
    script: `window.show = async (options) => {
      const { createApp, h, reactive, onMounted, onBeforeUnmount } = Vue;
      const root = document.createElement('div');
      window.view = undefined;
      window.place.replaceChildren(root);
      createApp({ setup() {
        const patient = reactive({ ...options.patient });
        let mounting;
        onMounted(() => { mounting = PhrEmbed.mount({ ...options, patient, element: document.getElementById('vue') }); mounting.then((view) => { window.view = view; }); });
        onBeforeUnmount(() => mounting.unmount());
        return () => h('div', { id: 'vue' });
      } }).mount(root);
      await window.until(() => window.view);
      return window.view;
    };`,
  },
  {
    name: 'angular',
    head: `<script type="importmap">${JSON.stringify({
      imports: {
        '@angular/core': '/npm/@angular/core/fesm2022/core.mjs',
        '@angular/core/primitives/signals': '/npm/@angular/core/fesm2022/primitives-signals.mjs',
        '@angular/core/primitives/di': '/npm/@angular/core/fesm2022/primitives-di.mjs',
        '@angular/core/primitives/event-dispatch': '/npm/@angular/core/fesm2022/primitives-event-dispatch.mjs',
        '@angular/common': '/npm/@angular/common/fesm2022/common.mjs',
        '@angular/common/http': '/npm/@angular/common/fesm2022/http.mjs',
        '@angular/compiler': '/npm/@angular/compiler/fesm2022/compiler.mjs',
        '@angular/platform-browser': '/npm/@angular/platform-browser/fesm2022/platform-browser.mjs',
        rxjs: '/npm/rxjs/dist/esm/index.js',
        'rxjs/operators': '/npm/rxjs/dist/esm/operators/index.js',
        tslib: '/npm/tslib/tslib.es6.mjs',
      },
    })}</script>${lib('zone.js')}`,
    script: `window.show = async (options) => {
      await import('@angular/compiler');
      const { Component, CUSTOM_ELEMENTS_SCHEMA, provideZoneChangeDetection } = await import('@angular/core');
      const { bootstrapApplication } = await import('@angular/platform-browser');
      class Page { ask = options.getAccessToken; module = options.module; view = options.view; path = options.path ?? null; id = options.patient.id; isOn = true; ready() { window.isReady = true; } }
      const Decorated = Component({
        selector: 'clinic-page', standalone: true, schemas: [CUSTOM_ELEMENTS_SCHEMA],
        template: '@if (isOn) { <phr-view [attr.module]="module" [attr.view]="view" [attr.path]="path" [attr.patient]="id" [getAccessToken]="ask" (phr-ready)="ready()"></phr-view> }',
      })(Page) ?? Page;
      window.isReady = false;
      window.place.innerHTML = '<clinic-page></clinic-page>';
      const app = await bootstrapApplication(Decorated, { providers: [provideZoneChangeDetection()] });
      await window.until(() => window.isReady);
      return { unmount: async () => { if (!app.destroyed) app.destroy(); window.place.replaceChildren(); } };
    };`,
  },
  { name: 'zone-js', head: lib('zone.js') },
  {
    name: 'single-spa',
    head: lib('single-spa.js'),
    script: `window.show = async (options) => {
      let view;
      let gone;
      const name = 'record-' + Math.random();
      singleSpa.registerApplication({ name, activeWhen: () => true, app: async () => ({
        bootstrap: async () => {}, mount: async () => { view = await PhrEmbed.mount(options); }, unmount: async () => { await view.unmount(); },
      }) });
      singleSpa.start();
      await window.until(() => view);
      return { unmount: () => (gone ??= singleSpa.unregisterApplication(name)) };
    };`,
  },
  {
    name: 'federation',
    head: `<script type="importmap">${JSON.stringify({
      imports: {
        '@module-federation/runtime': '/npm/@module-federation/runtime/dist/index.js',
        '@module-federation/runtime-core': '/npm/@module-federation/runtime-core/dist/index.js',
        '@module-federation/sdk': '/npm/@module-federation/sdk/dist/index.js',
        '@module-federation/error-codes': '/npm/@module-federation/error-codes/dist/index.mjs',
        '@module-federation/error-codes/browser': '/npm/@module-federation/error-codes/dist/browser.mjs',
      },
    })}</script>${lib('react-18.js')}${lib('react-dom-18.js')}`,
    script: FEDERATION_PAGE,
  },
  { name: 'vite', embed: '', head: `<meta name="record" content="${EMBED}.mjs">${viteHead()}` },
  {
    name: 'next',
    page: () => readFileSync(path.join(NEXT, 'index.html'), 'utf8'),
    // the person comes back from the page to which the view's end had led her
    script: `window.show = async (options) => {
      document.getElementById('back')?.click();
      await window.until(() => window.PhrEmbed && window.showRecord);
      window.place = document.getElementById('record');
      return window.showRecord(options);
    };`,
  },
  { name: 'csp-list', policy: policy(`'self' ${SHELL}`) },
  { name: 'nonce', policy: policy("'nonce-cGhy'"), nonce: 'cGhy' },
  { name: 'strict-dynamic', policy: policy("'nonce-cGhy' 'strict-dynamic'"), nonce: 'cGhy' },
  {
    name: 'trusted-types',
    policy: `${policy(`'self' ${SHELL}`)}; require-trusted-types-for 'script'; trusted-types phr-embed`,
  },
  {
    name: 'trusted-types-none',
    policy: `${policy(`'self' ${SHELL}`)}; require-trusted-types-for 'script'; trusted-types 'none'`,
    code: 'PHR-EMB-006',
  },
  { name: 'blocked', policy: policy(`'self' ${EMBED}.js`), code: 'PHR-EMB-006' },
  {
    name: 'coep',
    embed: tag(`${EMBED}.js`, 'crossorigin'),
    headers: { 'cross-origin-embedder-policy': 'require-corp', 'cross-origin-opener-policy': 'same-origin' },
  },
  {
    name: 'shadow-open',
    script: `{ const inner = document.createElement('div'); document.getElementById('record').attachShadow({ mode: 'open' }).append(inner); window.place = inner; }`,
  },
  {
    name: 'shadow-closed',
    script: `{ const inner = document.createElement('div'); document.getElementById('record').attachShadow({ mode: 'closed' }).append(inner); window.place = inner; }`,
  },
  {
    name: 'own-closed-root',
    script: `document.getElementById('record').attachShadow({ mode: 'closed' });`,
    code: 'PHR-EMB-005',
  },
  { name: 'list', body: '<ul id="record"></ul>', code: 'PHR-EMB-003' },
  { name: 'button', body: '<button id="record" type="button"></button>', code: 'PHR-EMB-003' },
  {
    name: 'other-document',
    script: `{ const other = document.body.appendChild(document.createElement('iframe')).contentDocument; window.place = other.body.appendChild(other.createElement('div')); }`,
    code: 'PHR-EMB-004',
  },
  {
    name: 'patched-fetch',
    head: `<script>{ const plain = window.fetch; window.fetch = (input, init = {}) => { const headers = new Headers(init.headers); headers.set('traceparent', '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'); return plain(input, { ...init, headers }); }; }</script>`,
  },
  {
    name: 'extended-prototype',
    head: `<script>Object.prototype.clinic = function () { return 1; }; Array.prototype.last = function () { return this[this.length - 1]; };</script>`,
  },
  { name: 'sandboxed', headers: { 'content-security-policy': 'sandbox allow-scripts' }, code: 'PHR-EMB-013' },
  {
    name: 'other-origin',
    embed: `<script src="${EMBED}.js"></script><script>PhrEmbed.configure({ origin: location.origin });</script>`,
    code: 'PHR-EMB-002',
  },
];

/** What every page has: where the view stands, how it comes, and how it is begun. */
const pageScript = (script: string): string => `<script>
  window.place = document.getElementById('record');
  window.until = async (test) => { while (!test()) await new Promise((resolve) => setTimeout(resolve, 20)); };
  window.show = async (options) => { await window.until(() => window.PhrEmbed); return PhrEmbed.mount(options); };
  ${script}
  window.start = async ({ id, token }, more) => {
    const options = { element: window.place, view: 'blood-pressure', patient: { id, name: 'TRẦN MINH CHÂU' }, getAccessToken: async () => token, ...more };
    window.codes = [];
    const own = { onError: (error) => window.codes.push(error.code), onSignIn: () => window.codes.push('signin') };
    try { window.view = await window.show({ ...options, ...own }); } catch (error) { window.codes.push(error.code ?? error.message); }
    return window.codes;
  };
</script>`;

/** The page of one kind. */
export function pageOf(kind: Kind): string {
  const {
    head = '',
    body = '<div id="record"></div>',
    embed = tag(`${EMBED}.js`),
    script = '',
    html = 'lang="vi"',
    page,
  } = kind;
  if (page !== undefined) return page().replace('</body>', () => `${pageScript(script)}</body>`);
  const text = `<!doctype html>
<html ${html}>
<head><meta charset="utf-8"><title>${kind.name}</title>${head}</head>
<body>
<h1>Trang của phòng khám</h1>
<p id="own">Nội dung của đối tác</p>
${body}
${embed.replace('@js@', integrity('phr-embed.js'))}
${pageScript(script)}
</body>
</html>
`;
  return kind.nonce === undefined ? text : text.replaceAll('<script', `<script nonce="${kind.nonce}"`);
}

/** Headers of the page of one kind. */
export const headersOf = ({ policy: rules, headers = {} }: Kind): Readonly<Record<string, string>> => ({
  ...(rules === undefined
    ? {}
    : { 'content-security-policy': rules.replace("script-src 'self'", "script-src 'self' 'unsafe-inline'") }),
  ...headers,
});

/** React 19 is not published as a script for pages: its files are combined into one, as a bundler would do. */
export function react19(): string {
  const files: Readonly<Record<string, string>> = {
    react: 'react/cjs/react.production.js',
    scheduler: 'scheduler/cjs/scheduler.production.js',
    'react-dom': 'react-dom/cjs/react-dom.production.js',
    'react-dom/client': 'react-dom/cjs/react-dom-client.production.js',
  };
  const dom = path.join(ROOT, 'e2e/node_modules/react-dom');
  const fileOf = (name: string): string =>
    name.startsWith('scheduler') ? path.join(realpathSync(dom), '..', name) : path.join(ROOT, 'e2e/node_modules', name);
  const modules = Object.entries(files).map(
    ([name, file]) => `${JSON.stringify(name)}(module, exports, require) {\n${readFileSync(fileOf(file), 'utf8')}\n}`,
  );
  return `{
const files = { ${modules.join(',\n')} };
const known = {};
const require = (name) => { if (!known[name]) { known[name] = { exports: {} }; files[name](known[name], known[name].exports, require); } return known[name].exports; };
globalThis.process ??= { env: { NODE_ENV: 'production' } };
globalThis.React = require('react');
globalThis.ReactDOM = require('react-dom/client');
}`;
}
