/** @jest-environment ./shared/build/src/jest-browser.cjs */
import type { EmbedOptions } from './options.ts';
import { PhrView } from './view-element.ts';

const seen = { mounts: [] as EmbedOptions[], ended: 0, locales: [] as string[] };
let failure: Error | undefined;
/** A slow dependency of a view. */
let pending: Promise<never> | undefined;
PhrView.define({
  version: '2.0.0',
  configure: () => undefined,
  frame: () => {
    throw new Error('not here');
  },
  mount(options) {
    seen.mounts.push(options);
    const view = {
      setLocale: (locale: string) => void seen.locales.push(locale),
      setColorMode: () => undefined,
      unmount: async () => {
        seen.ended += 1;
      },
    };
    const mounting = pending ?? (failure === undefined ? Promise.resolve(view) : Promise.reject(failure));
    return Object.assign(mounting, { unmount: view.unmount });
  },
});
const task = () => new Promise((resolve) => setTimeout(resolve, 10));

async function shown(attributes: Readonly<Record<string, string>> = {}): Promise<PhrView> {
  Object.assign(seen, { mounts: [], ended: 0, locales: [] });
  const view = document.createElement('phr-view') as PhrView;
  const all = { module: 'mfe-vitals', view: 'blood-pressure', patient: 'p1', 'heading-level': '3', ...attributes };
  for (const [name, value] of Object.entries(all)) view.setAttribute(name, value);
  document.body.append(view);
  view.getAccessToken = async () => 'eyJ';
  await task();
  return view;
}

afterEach(async () => {
  failure = undefined;
  document.body.replaceChildren();
  await task();
});

test('the attributes and properties of one task make one view, which follows its language', async () => {
  const view = await shown();
  expect(seen.mounts).toHaveLength(1);
  expect(seen.mounts[0]).toMatchObject({
    module: 'mfe-vitals',
    view: 'blood-pressure',
    patient: { id: 'p1', name: '' },
    headingLevel: 3,
  });
  view.setAttribute('locale', 'en-US');
  await task();
  expect([seen.mounts.length, seen.locales]).toEqual([1, ['en-US']]);
});

test('another person makes another view, a new function for tokens does not', async () => {
  const view = await shown();
  view.getAccessToken = async () => 'eyJ.next';
  await task();
  expect(seen.mounts).toHaveLength(1);
  expect(await seen.mounts[0]?.getAccessToken?.()).toBe('eyJ.next');
  view.patient = { id: 'p2', name: 'AN' };
  await task();
  expect([seen.mounts.length, seen.ended, seen.mounts[1]?.patient]).toEqual([2, 1, { id: 'p2', name: 'AN' }]);
  // the last value wins, however it was set
  view.patient = 'p3';
  await task();
  expect([seen.mounts.length, seen.mounts[2]?.patient, view.patient]).toEqual([3, { id: 'p3', name: '' }, 'p3']);
});

test('of a view that another has followed nothing is told; one that failed is tried again', async () => {
  const view = await shown();
  const events: string[] = [];
  for (const name of ['phr-ready', 'phr-error']) view.addEventListener(name, () => events.push(name));
  const late = Promise.withResolvers<never>();
  pending = late.promise;
  view.setAttribute('view', 'slow');
  await task();
  pending = undefined;
  view.setAttribute('view', 'quick');
  await task();
  late.reject(new Error('too late'));
  await task();
  expect([events, view.shadowRoot?.textContent ?? '']).toEqual([['phr-ready'], '']);
  failure = new Error('away');
  view.setAttribute('view', 'failing');
  await task();
  failure = undefined;
  view.handoffCode = undefined;
  await task();
  expect(events).toEqual(['phr-ready', 'phr-error', 'phr-ready']);
});

test('moved it stays, removed it ends, and put back it begins again', async () => {
  const view = await shown();
  document.body.prepend(view);
  await task();
  expect([seen.mounts.length, seen.ended]).toEqual([1, 0]);
  view.remove();
  await task();
  expect(seen.ended).toBe(1);
  document.body.append(view);
  await task();
  expect(seen.mounts).toHaveLength(2);
});

test('what happens in the view is an event; a view that cannot be shown says so in words with its code', async () => {
  const view = await shown();
  const events: [string, unknown][] = [];
  for (const name of ['phr-navigate', 'phr-signin', 'phr-update', 'phr-error'])
    view.addEventListener(name, (event) => events.push([name, (event as CustomEvent<unknown>).detail]));
  const [options] = seen.mounts;
  options?.onNavigate?.('encounter-details', { id: '7' });
  options?.onSignIn?.();
  options?.onUpdate?.('1.1.0');
  expect(events).toEqual([
    ['phr-navigate', { screen: 'encounter-details', params: { id: '7' } }],
    ['phr-signin', { code: 'PHR-EMB-011' }],
    ['phr-update', { version: '1.1.0' }],
  ]);
  failure = Object.assign(new Error('blocked'), { code: 'PHR-EMB-006' });
  view.setAttribute('view', 'other');
  await task();
  expect(events.at(-1)).toMatchObject(['phr-error', { code: 'PHR-EMB-006' }]);
  expect(view.shadowRoot?.textContent).toContain('(PHR-EMB-006)');
});
