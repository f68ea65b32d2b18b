/** @jest-environment ./shared/build/src/jest-browser.cjs */
import { AppError } from '@phr/contract/app-error';
import { createStore } from '@phr/contract/store';
import type { Offer } from '@phr/loader/resolve';
import { createFakeHost } from '@phr/testing/fake-host';
import { offerOf, TODAY } from '../../testing/offer-of.ts';
import { withPanel } from './dev-panel.ts';
import { createWatch } from './dev-watch.ts';
import { readOverride } from './override.ts';

const { jest } = import.meta;
const [first, second] = offerOf(TODAY);
if (first === undefined || second === undefined) throw new Error('two modules are on offer');
const open = (offered: Offer = [first, second], watch = createWatch()) => {
  const [tell, offer] = [jest.fn(), createStore<Offer>(offered)];
  return { tell, offer, watch, told: withPanel(tell, offer, watch) };
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

test('what a module asked its host for, and listens to, is told with how it ended', async () => {
  const { watch } = open();
  const [candidate] = first.candidates;
  if (candidate === undefined) throw new Error('nothing is offered');
  const fake = createFakeHost({
    respond({ service }) {
      if (service !== 'fhir') throw new AppError({ code: 'CALL_NOT_DECLARED' });
      return { resourceType: 'Bundle', type: 'searchset' };
    },
  });
  const host = watch.hostFor(() => fake)(candidate.release);
  await host.request.send({ method: 'GET', service: 'fhir', path: '/Observation?code=1' });
  await host.request.send({ method: 'GET', service: 'fhir', path: '/Observation?code=2' });
  await expect(host.request.send({ method: 'GET', service: 'phr', path: '/other' })).rejects.toThrow();
  const stop = host.topics.subscribe('observation.changed', () => undefined);
  expect(rowOf(first.name)).toHaveTextContent('GET fhir /Observation ×2: answered');
  expect(rowOf(first.name)).toHaveTextContent('GET phr /other ×1: refused by the host: CALL_NOT_DECLARED');
  expect(rowOf(first.name)).toHaveTextContent('observation.changed');
  expect(rowOf(second.name)).not.toHaveTextContent('observation.changed');
  stop();
  stop();
  expect(rowOf(first.name)).not.toHaveTextContent('observation.changed');
});

test('what files of a module hung on the page is what it left, once none of its parts is on screen', async () => {
  let stack = 'at https://phr.test/main.js:1:2';
  const { told } = open(
    undefined,
    createWatch(() => stack),
  );
  const quiet = () => undefined;
  told(first.name, version, { ms: 10 });
  window.addEventListener('resize', quiet);
  expect(rowOf(first.name)).toHaveTextContent('1 on screen, withnothing');
  stack += `\n at https://phr.test/m/${first.name}/1.0.0/view.js:3:4`;
  window.addEventListener('scroll', quiet, true);
  window.addEventListener('scroll', quiet, true);
  document.addEventListener('keydown', quiet, { once: true });
  const timer = setInterval(quiet, 60_000);
  const style = document.head.appendChild(document.createElement('style'));
  told(first.name, version, { left: 0 });
  expect(rowOf(first.name)).toHaveTextContent('none on screen, leftlistener scrollintervalstyle element');
  expect(rowOf(second.name)).toHaveTextContent('none on screen, leftnothing');
  window.removeEventListener('scroll', quiet);
  expect(rowOf(first.name)).toHaveTextContent('listener scroll');
  window.removeEventListener('scroll', quiet, true);
  window.removeEventListener('resize', quiet);
  clearInterval(timer);
  style.remove();
  await Promise.resolve();
  expect(rowOf(first.name)).toHaveTextContent('none on screen, leftnothing');
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
