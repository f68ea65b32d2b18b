/** @jest-environment ./shared/build/src/jest-browser.cjs */
import { createStore } from '@phr/contract/store';
import type { Offer } from '@phr/loader/resolve';
import { offerOf, TODAY } from '../../testing/offer-of.ts';
import { withPanel } from './dev-panel.ts';
import { readOverride } from './override.ts';

const { jest } = import.meta;
const [first, second] = offerOf(TODAY);
if (first === undefined || second === undefined) throw new Error('two modules are on offer');
const open = (offered: Offer = [first, second]) => {
  const [tell, offer] = [jest.fn(), createStore<Offer>(offered)];
  return { tell, offer, told: withPanel(tell, offer) };
};
const rowOf = (name: string) => document.querySelector(`[data-module="${name}"]`);
const version = first.candidates[0]?.release.version ?? '';

beforeEach(() => {
  sessionStorage.clear();
  document.body.replaceChildren();
});

test('a module has its version, why that one, its folder and contract, as long as it is on offer', () => {
  const { offer } = open();
  const row = rowOf(first.name);
  expect(row).toHaveTextContent(`${version} (current)`);
  expect(row).toHaveTextContent(first.manifest.contract);
  expect(row).toHaveTextContent(`/m/${first.name}/`);
  offer.set([{ ...first, state: 'killed', candidates: [] }]);
  expect(rowOf(first.name)).toHaveTextContent('killed');
  expect(rowOf(second.name)).toBeNull();
});

test('how a module does is what it was last told of, and goes on to the server', () => {
  const { told, tell } = open();
  const port = document.querySelector('input');
  expect(rowOf(first.name)).toHaveTextContent('not shown');
  told(first.name, version, { ms: 41.6 });
  expect(rowOf(first.name)).toHaveTextContent('shown after 42 ms');
  told(first.name, version, { failed: 'network' });
  expect(rowOf(first.name)).toHaveTextContent('failed: network');
  expect(rowOf(second.name)).toHaveTextContent('not shown');
  expect(document.querySelector('input')).toBe(port);
  expect(tell.mock.calls).toEqual([
    [first.name, version, { ms: 41.6 }],
    [first.name, version, { failed: 'network' }],
  ]);
});

test('a module is taken from a port of this machine, and no longer, at a press', () => {
  open();
  const form = rowOf(first.name)?.querySelector('form');
  const port = form?.querySelector('input');
  if (!form || !port) throw new Error('no field for the port');
  port.value = '4290';
  form.dispatchEvent(new Event('submit', { cancelable: true }));
  expect(readOverride()).toEqual({ module: first.name, port: 4290 });
  document.body.replaceChildren();
  const { offer } = open();
  expect(rowOf(first.name)?.querySelector('a')?.getAttribute('href')).toBe('#override=');
  expect(rowOf(first.name)).toHaveTextContent('no answer: http://127.0.0.1:4290, end');
  const [candidate] = first.candidates;
  if (candidate === undefined) return;
  const release = { ...candidate.release, entry: 'http://127.0.0.1:4290/remoteEntry.js' };
  offer.set([{ ...first, candidates: [{ ...candidate, release }] }, second]);
  expect(rowOf(first.name)).toHaveTextContent('on: http://127.0.0.1:4290, end');
  expect(rowOf(second.name)?.querySelector('form')).not.toBeNull();
});
