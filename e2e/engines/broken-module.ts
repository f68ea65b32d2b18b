// Broken releases of a module, each on its own deployment because the engines' drivers cannot intercept requests.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { ModuleOffer, RegistryTwo } from '@phr/contract/registry';
import { dirOf } from '../../tools/workspace.ts';
import { builtShell, deploy } from '../support/deployment.ts';
import { expect } from '../support/proves.ts';
import { withCurrent } from '../support/registry-tamper.ts';
import type { Driver } from './driver.ts';
import { onScreen, press, sees, WAIT } from './journeys.ts';
import type { Named } from './named.ts';

const MODULE = 'mfe-booking';
const PATH = '/appointments';
const HEADING = '^Lịch hẹn$';
const CARD = { role: 'text', name: 'Không tải được phần này', within: 'main' } as const;
/** Present on the module's screen but not on the error card. */
const VISITS = { role: 'heading', name: '^Sắp tới$', within: 'main' } as const;
const RETRY = { role: 'button', name: '^Thử lại$', within: 'main' } as const;
/** Appears in the error message that a broken release throws. */
const BROKEN = 'broken release';

type Site = Awaited<ReturnType<typeof deploy>>;

/**
 * A release under its own URL, so that nothing comes from a cache. `entry` modifies the real entry file; `hasFiles`
 * says whether the real other files are served.
 */
interface Fault {
  readonly what: string;
  readonly entry: (text: string, container: string) => string;
  readonly hasFiles: boolean;
}

/** The real module, except that its parts throw when they read the host's patient. */
const throwsInRender = (container: string): string => `;{
  const { get, init } = ${container};
  ${container} = { init, get: async (name) => {
    const { default: { create, ...module } } = (await get(name))();
    const broken = (host) => create({ ...host, get patient() { throw new Error('${BROKEN}'); } });
    return () => ({ default: { ...module, create: broken } });
  } };
}`;

const FAULTS: readonly Fault[] = [
  { what: 'an entry that throws', entry: () => `throw new Error('${BROKEN}');`, hasFiles: true },
  { what: 'files that are missing', entry: (text) => text, hasFiles: false },
  { what: 'a view that throws', entry: (text, container) => text + throwsInRender(container), hasFiles: true },
];

const FILES = path.join(dirOf(MODULE), 'dist');
const ENTRY = 'remoteEntry.js';
const textOf = (name: string): string => readFileSync(path.join(FILES, name), 'utf8');

/** Offers the broken release in place of the module. */
function breakIt(site: Site, version: string, { entry, hasFiles }: Fault): void {
  const folder = `/m/${MODULE}/${version}/`;
  const text = textOf(ENTRY);
  const body = entry(text, /^var (\w+)/.exec(text)?.[1] ?? '');
  const integrity = `sha384-${createHash('sha384').update(body).digest('base64')}`;
  site.script((address) => {
    if (!address.startsWith(folder)) return undefined;
    const name = path.basename(address);
    if (name === ENTRY) return { body };
    return hasFiles ? { body: textOf(name) } : {};
  });
  site.offer(changed((offer) => withCurrent(offer, { entry: folder + ENTRY, integrity })));
}

/** Changes the registry entry of the module. */
const changed =
  (change: (offer: ModuleOffer) => ModuleOffer) =>
  (registry: RegistryTwo): RegistryTwo => ({
    ...registry,
    modules: registry.modules.map((offer) => (offer.name === MODULE ? change(offer) : offer)),
  });

const mend = (site: Site): void => site.offer((registry) => registry);

/** The menu and the screens of other modules still work. */
async function othersWork(browser: Driver): Promise<void> {
  await press(browser, { role: 'link', name: '^Chỉ số$' });
  await onScreen(browser, '^Chỉ số');
}

const isGone = (browser: Driver, target: Named) => expect.poll(() => browser.shows(target)).toBe(false);

/**
 * Focuses the page, which makes it fetch the registry, until the target is shown. Repeats because the page starts
 * listening for focus only some time after it has started.
 */
async function looksUntil(browser: Driver, target: Named): Promise<void> {
  const looked = async () => {
    await browser.ask(() => void dispatchEvent(new Event('focus')));
    return browser.shows(target);
  };
  await expect.poll(looked, WAIT).toBe(true);
}

/**
 * Kill switch while the page is open: the card appears, and the screen returns without a reload once the module is
 * back.
 */
async function isTurnedOff(browser: Driver, site: Site): Promise<void> {
  await browser.open(site.url + PATH);
  await sees(browser, VISITS);
  await browser.ask(() => document.documentElement.setAttribute('data-load', 'first'));
  site.offer(changed((offer) => ({ ...offer, killed: { grace: 30 } })));
  await looksUntil(browser, CARD);
  mend(site);
  await looksUntil(browser, VISITS);
  await isGone(browser, CARD);
  expect(await browser.ask(() => document.documentElement.getAttribute('data-load'))).toBe('first');
}

/**
 * Each fault shows a card only where the module would be, and the module works once the fault is fixed. Requires a
 * session on the product's own origin.
 */
export async function meetsBrokenModules(browser: Driver): Promise<void> {
  const site = await deploy(await builtShell());
  try {
    const session = await browser.ask(() => sessionStorage.getItem('phr.session'));
    await browser.open(`${site.url}/signin`);
    await browser.ask((kept) => sessionStorage.setItem('phr.session', kept ?? ''), session);
    for (const [at, fault] of FAULTS.entries()) {
      breakIt(site, `9.0.${at}`, fault);
      await browser.open(site.url + PATH);
      await sees(browser, CARD);
      await sees(browser, RETRY);
      await othersWork(browser);
      mend(site);
      await browser.open(site.url + PATH);
      await onScreen(browser, HEADING);
      await isGone(browser, CARD);
    }
    await isTurnedOff(browser, site);
    expect((await browser.faults()).filter((fault) => /^[a-z]+-src/.test(fault))).toEqual([]);
  } finally {
    await site.stop();
  }
}
