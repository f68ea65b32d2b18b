import { type FromFrame, messageIn, type ToFrame } from './frame-messages.ts';
import type { Embedded } from './options.ts';
import type { PhrEmbedApi } from './view-element.ts';

declare const PhrEmbed: PhrEmbedApi;

/**
 * Our page inside a partner's frame. Accepts messages only from the parent window, and only from an origin of the
 * partner as listed by the server, which also sets `frame-ancestors`.
 */
const page = document.documentElement;
const origins = (page.dataset['phrOrigins'] ?? '').split(' ');
let shown: Promise<Embedded> | undefined;
let giveCode: ((code: string) => void) | undefined;

const say = (message: FromFrame): void =>
  window.parent.postMessage(message, page.dataset['phrParent'] ?? origins[0] ?? '');

/** Requests a code from the parent page; one request at a time, as codes are single-use. */
function askCode(): Promise<string> {
  return new Promise((resolve) => {
    giveCode = resolve;
    say({ phr: 'code-wanted' });
  });
}

function start(parent: string, view: Extract<ToFrame, { phr: 'start' }>['view']): void {
  page.dataset['phrParent'] = parent;
  const element = document.querySelector<HTMLElement>('main');
  if (element === null || shown !== undefined) return;
  const failed = (error: Error): void =>
    say({ phr: 'error', code: 'code' in error ? String(error.code) : '', message: error.message });
  new ResizeObserver(() => say({ phr: 'size', height: Math.ceil(element.getBoundingClientRect().height) })).observe(
    element,
  );
  shown = PhrEmbed.mount({
    ...view,
    element,
    handoffCode: askCode,
    onNavigate: (screen, params) => say({ phr: 'navigate', screen, params }),
    onNotice: (notice) => say({ phr: 'notice', notice }),
    onSignIn: () => say({ phr: 'signin' }),
    onError: failed,
  });
  shown.then(() => say({ phr: 'ready' }), failed);
}

/** Already reported when it failed. */
const nothing = (): void => undefined;

const bare = new CSSStyleSheet();
bare.replaceSync('body{margin:0}');
document.adoptedStyleSheets = [bare];

window.addEventListener('message', ({ source, origin, data }) => {
  if (source !== window.parent || !origins.includes(origin)) return;
  const message = messageIn<ToFrame>(data);
  if (message?.phr === 'start') start(origin, message.view);
  if (message?.phr === 'code') giveCode?.(String(message.code ?? ''));
  if (message?.phr === 'locale') shown?.then((view) => view.setLocale(message.locale), nothing);
  if (message?.phr === 'color-mode') shown?.then((view) => view.setColorMode(message.colorMode), nothing);
});
