/** @jest-environment ./shared/build/src/jest-browser.cjs */
import { createStore } from '@phr/contract/store';
import type { Offer } from '@phr/loader/resolve';
import { offerOf, TODAY } from '../../testing/offer-of.ts';
import { isOverridden, readOverride, withOverride } from './override.ts';

const { jest } = import.meta;
const log = { debug: jest.fn(), info: jest.fn(), warn: jest.fn(), error: jest.fn(), event: jest.fn() };
const offered = (): Offer => offerOf(TODAY);
const portOf = () => ({ offer: createStore(offered()), fail: () => undefined, forgive: () => undefined });
const [first] = offered();
const manifest = { ...first?.manifest, name: 'mfe-notes' };
const answer = (told: object) => jest.fn(async () => new Response(JSON.stringify(told)));
const settle = () => new Promise((resolve) => setTimeout(resolve, 0));

beforeEach(() => {
  sessionStorage.clear();
  document.body.replaceChildren();
});

test('a tab keeps what its address asked for, until it asks for none', () => {
  expect(readOverride('')).toBeUndefined();
  expect(readOverride('#override=mfe-notes@4290')).toEqual({ module: 'mfe-notes', port: 4290 });
  expect(readOverride('')).toEqual({ module: 'mfe-notes', port: 4290 });
  expect(isOverridden('http://127.0.0.1:4290/remoteEntry.js')).toBe(true);
  expect(isOverridden('http://127.0.0.1:4291/remoteEntry.js')).toBe(false);
  expect(readOverride('#override=')).toBeUndefined();
  expect(isOverridden('http://127.0.0.1:4290/remoteEntry.js')).toBe(false);
});

test('an address of another machine is not taken', () => {
  for (const hash of ['#override=mfe-notes@evil.example', '#override=mfe-notes@4290/x', '#override=@4290'])
    expect(readOverride(hash)).toBeUndefined();
});

test('the module of this machine stands before the released one, the others stay, and a bar says so', async () => {
  readOverride('#override=mfe-notes@4290');
  globalThis.fetch = answer({ manifest, version: '1.0.0-dev', container: 'notes' });
  const port = portOf();
  const { offer } = withOverride(port, log);
  await settle();
  expect(offer.get().map(({ name }) => name)).toEqual([...offered().map(({ name }) => name), 'mfe-notes']);
  expect(offer.get().at(-1)?.candidates[0]?.release).toMatchObject({ entry: 'http://127.0.0.1:4290/remoteEntry.js' });
  expect(document.body).toHaveTextContent('mfe-notes comes from http://127.0.0.1:4290 in this tab');
  port.offer.set([]);
  expect(offer.get().map(({ name }) => name)).toEqual(['mfe-notes']);
});

test('another module than the one asked for, and a tab that asked for none, change nothing', async () => {
  const port = portOf();
  expect(withOverride(port, log)).toBe(port);
  readOverride('#override=mfe-others@4290');
  globalThis.fetch = answer({ manifest, version: '1.0.0-dev', container: 'notes' });
  const { offer } = withOverride(port, log);
  await settle();
  expect(offer.get()).toEqual(offered());
  expect(log.error).toHaveBeenCalledWith('override', expect.any(Error));
});
