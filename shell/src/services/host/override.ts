import type { LogPort } from '@phr/contract/host-api';
import type { ModuleManifest } from '@phr/contract/registry';
import { createStore } from '@phr/contract/store';
import type { Offer, OfferedModule } from '@phr/loader/resolve';
import type { OfferPort } from '../loader/offer.ts';

// Loads a module from the developer's machine in this tab: `#override=mfe-notes@4290`, as printed by `phr dev --in`.
// Included only in builds with __PHR_DEV__ (R-P2); tools/size-gate.ts checks that.

/** Module to load, and the local port to load it from. */
export interface Override {
  readonly module: string;
  readonly port: number;
}

const KEY = 'phr.override';
const ASKED = /^#override=(?:([a-z][a-z0-9-]{1,40})@(\d{2,5}))?$/;
const LOAD_LIMIT_MS = 30_000;
const GRACE_S = 30;

/**
 * The override requested for this tab; `#override=` alone ends it. Stored per tab, since the app's own URLs have no
 * fragment.
 */
export function readOverride(hash = location.hash, store: Storage = sessionStorage): Override | undefined {
  const [asked, name, number] = ASKED.exec(hash) ?? [];
  if (asked !== undefined) store.setItem(KEY, name === undefined ? '' : `${name}@${number}`);
  const [module = '', port = ''] = (store.getItem(KEY) ?? '').split('@');
  return module === '' ? undefined : { module, port: Number(port) };
}

/** URL of its files: this machine only. */
export const addressOf = ({ port }: Override): string => `http://127.0.0.1:${port}`;

/** True for a file from the overriding location. */
export function isOverridden(url: string): boolean {
  const override = readOverride();
  return override !== undefined && new URL(url, document.baseURI).origin === addressOf(override);
}

/** Puts the developer's module first among the candidates of its name, and shows a red bar while active. */
export function withOverride(port: OfferPort, log: LogPort): OfferPort {
  const override = readOverride();
  // changing the fragment in an open tab does not reload by itself
  window.addEventListener('hashchange', () => {
    if (ASKED.test(location.hash)) location.reload();
  });
  if (override === undefined) return port;
  showBar(override);
  let own: OfferedModule | undefined;
  const read = (): Offer => {
    const others = port.offer.get().filter(({ name }) => name !== own?.name);
    return own === undefined ? others : [...others, own];
  };
  const offer = createStore(read());
  port.offer.subscribe(() => offer.set(read()));
  askFor(override).then(
    (found) => {
      own = found;
      offer.set(read());
    },
    (error: unknown) => log.error('override', error),
  );
  return { ...port, offer };
}

interface Told {
  readonly manifest: ModuleManifest;
  readonly version: string;
  readonly container: string;
}

async function askFor(override: Override): Promise<OfferedModule> {
  const address = addressOf(override);
  const answer = await fetch(`${address}/override.json`, { cache: 'no-store', credentials: 'omit' });
  const { manifest, version, container } = (await answer.json()) as Told;
  if (manifest.name !== override.module) throw new Error(`${address} has ${manifest.name}, not ${override.module}`);
  // its bytes change with each build, so there is no fixed hash
  const release = { version, container, entry: `${address}/remoteEntry.js`, integrity: '', manifest };
  return {
    name: manifest.name,
    state: 'offered',
    candidates: [{ release, why: 'current' }],
    manifest,
    loadTimeoutMs: LOAD_LIMIT_MS,
    grace: GRACE_S,
  };
}

/** In English only; for developers. */
function showBar(override: Override): void {
  const bar = document.createElement('div');
  bar.dataset['override'] = override.module;
  Object.assign(bar.style, {
    position: 'sticky',
    top: '0',
    zIndex: '9999',
    padding: '4px 12px',
    background: '#b00020',
    color: '#fff',
    font: '14px sans-serif',
  });
  const end = document.createElement('a');
  end.href = '#override=';
  end.textContent = 'end';
  end.style.color = '#fff';
  bar.append(`${override.module} comes from ${addressOf(override)} in this tab: `, end);
  document.body.prepend(bar);
}
