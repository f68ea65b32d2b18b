// Checks a release in a browser: `node tools/load-gate/load-gate.ts <job.json>` writes its findings as JSON to stdout.
// It has neither keys nor a database, and none of the code that it runs can reach a network.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import type { ModuleManifest, RegistryTwo } from '@phr/contract/registry';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { readConfig } from '../../backend/src/kit/config.ts';
import type { Finding } from '../../backend/src/releases/ports.ts';
import { launch } from '../measure/browser.ts';
import { PERSONS } from './fake-answers.ts';
import { setStage } from './stage.ts';

export interface LoadJob {
  readonly shellDir: string;
  readonly releaseDir: string;
  readonly version: string;
  /** sha384 of the entry, as the registry names it. */
  readonly integrity: string;
  readonly container: string;
  readonly manifest: ModuleManifest;
  /** How often a view is mounted and unmounted to detect leaks. */
  readonly mounts: number;
  /** Whether every screen is checked in both languages and widths, or only in one of each. */
  readonly whole: boolean;
}

const LIMIT_MS = 10_000;
/** Nodes and listeners that may be added over all mounts: caches grow to a limit, leaks grow with each mount. */
const SLACK = { nodes: 60, listeners: 40 };
/** Further looks at what is left after the mounts, and the time between them. */
const SETTLING_LOOKS = 8;
const SETTLING_MS = 250;
const WIDE = 1_184;
const LOOKS = [
  { locale: 'vi-VN', width: 360, scheme: 'light' },
  { locale: 'en-US', width: WIDE, scheme: 'dark' },
] as const;

type Look = (typeof LOOKS)[number];

/**
 * The stage answers all HTTP requests of a page. WebRTC bypasses it, and a team's code could use it to probe the
 * server's network: connections are sent to a proxy that does not exist, and datagrams are blocked.
 */
const NO_NETWORK = [
  '--proxy-server=http://127.0.0.1:1',
  '--proxy-bypass-list=<-loopback>',
  // one flag works in full Chromium, the other in the headless build
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
];

/** A browser of which nothing reaches a network. */
export const launchApart = (): Promise<Browser> => launch(...NO_NETWORK);

/** Mounts a release in a real page with the real policy, and says what is wrong with it. */
export async function checkInBrowser(job: LoadJob): Promise<readonly Finding[]> {
  const dir = await mkdtemp(path.join(tmpdir(), 'phr-load-'));
  const config = readConfig({ DATA_DIR: dir, PORT: '4990', IDENTITY_PORT: '4991', FILES_PORT: '4992' });
  const browser = await launchApart();
  try {
    const found: Finding[] = [];
    for (const look of job.whole ? LOOKS : LOOKS.slice(0, 1))
      found.push(...(await lookOnce(browser, job, look, config)));
    return found;
  } finally {
    await browser.close();
    await rm(dir, { recursive: true, force: true });
  }
}

async function lookOnce(browser: Browser, job: LoadJob, look: Look, config: ReturnType<typeof readConfig>) {
  const { manifest, releaseDir, shellDir, version } = job;
  const context = await browser.newContext({
    locale: look.locale,
    colorScheme: look.scheme,
    viewport: { width: 360, height: 760 },
    serviceWorkers: 'block',
  });
  try {
    const registry = registryOf(job);
    const stage = { config, shellDir, releaseDir, module: manifest.name, version, registry };
    const foreign = await setStage(context, stage);
    const page = await context.newPage();
    const said = listen(page, manifest.name);
    await signIn(page, config.shellOrigin);
    const found = [
      ...(await lookAtSlots(page, job, look)),
      ...(await lookAtScreens(page, job, look)),
      ...(await lookAtSwitch(page, job)),
      ...(await lookAtMounts(context, page, job)),
    ];
    return [
      ...found,
      ...said(),
      ...[...new Set(foreign)].map((origin) => ({
        where: manifest.name,
        message: `It asks ${origin}, an address of others`,
        fix: 'Go through request.send of the host',
      })),
    ];
  } finally {
    await context.close();
  }
}

function registryOf({ manifest, version, integrity, container }: LoadJob): RegistryTwo {
  const { name, contract } = manifest;
  const entry = `/m/${name}/${version}/remoteEntry.js`;
  return {
    schema: 2,
    installation: 'https://load.test',
    generation: 1,
    serial: 1,
    environment: 'load',
    publishedAt: '2026-01-01T00:00:00.000Z',
    manifests: { [version]: manifest },
    modules: [
      {
        name,
        killed: null,
        current: version,
        rollouts: [],
        fallbacks: [],
        releases: { [version]: { entry, integrity, container, contract, manifest: version } },
        loadTimeoutMs: LIMIT_MS,
      },
    ],
  };
}

/** The problems that occur in the page during the check: uncaught errors and policy violations. */
function listen(page: Page, module: string): () => readonly Finding[] {
  const found = new Map<string, Finding>();
  const note = (message: string, fix: string) => found.set(message, { where: module, message, fix });
  page.on('pageerror', (error) => note(`Uncaught: ${error.name}: ${error.message.slice(0, 160)}`, 'Mend the error'));
  page.on('console', (message) => {
    const text = message.text();
    if (message.type() === 'error' && /Content Security Policy|TrustedType|Trusted Type/i.test(text))
      note(`The policy of the page refused: ${text.slice(0, 160)}`, 'Do without it, or feed it through the kit');
  });
  return () => [...found.values()];
}

/** Signs in on a narrow page, where no window opens. */
async function signIn(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/signin`);
  await page.locator('main button').first().click({ timeout: LIMIT_MS });
  await page.waitForURL(/\/dashboard/, { timeout: 2 * LIMIT_MS });
}

const place = (page: Page, module: string, part: string) =>
  page.locator(`[data-module="${module}"][data-part="${part}"]`);

/** Each slot of the dashboard shows content or its own empty text, and not an error card. */
async function lookAtSlots(page: Page, { manifest }: LoadJob, look: Look): Promise<readonly Finding[]> {
  const slots = manifest.slots.filter(({ place: where, source }) => source !== true && where.startsWith('dashboard.'));
  const found: Finding[] = [];
  // a phone has no lists, and slots come when they are near
  await page.setViewportSize({ width: WIDE, height: 4_000 });
  for (const { slot } of slots) {
    const where = `slot ${slot} (${look.locale})`;
    const isThere = await stands(page, manifest.name, slot);
    if (!isThere) found.push({ where, message: 'It does not stand on the dashboard', fix: 'Look at it with phr dev' });
  }
  if (slots.length > 0) found.push(...(await lookWithAxe(page, `dashboard (${look.locale})`)));
  await page.setViewportSize({ width: look.width, height: 800 });
  return found;
}

/** True when the part is mounted and has drawn something. */
async function stands(page: Page, module: string, part: string): Promise<boolean> {
  const drawn = place(page, module, part).locator(':scope > div > *').first();
  return drawn.waitFor({ state: 'attached', timeout: LIMIT_MS }).then(
    () => true,
    () => false,
  );
}

/** Navigates to an address without loading the page again. */
const open = (page: Page, address: string): Promise<void> =>
  page.evaluate((to) => {
    history.pushState({}, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: {} }));
  }, address);

/**
 * A path with values for its parameters: those of the manifest, the person on screen for `p`, which names a person in
 * every address, or else a word that is not in any record.
 */
const addressOf = (pattern: string, example: Readonly<Record<string, string>> = {}): string =>
  pattern.replace(/:(\w+)\??/g, (_, name: string) =>
    encodeURIComponent(example[name] ?? (name === 'p' ? PERSONS.main : 'gate-example')),
  );

async function lookAtScreens(page: Page, { manifest, whole }: LoadJob, look: Look): Promise<readonly Finding[]> {
  const found: Finding[] = [];
  const routes = manifest.routes.filter(({ planned }) => planned !== true);
  for (const { screen, path: pattern, example } of whole ? routes : routes.slice(0, 1)) {
    const where = `screen ${screen} (${look.locale}, ${look.width} px)`;
    await open(page, addressOf(pattern, example));
    if (!(await stands(page, manifest.name, 'app')))
      found.push({ where, message: 'It does not stand', fix: 'Open it with phr dev; "example" fills its parameters' });
    else found.push(...(await lookWithAxe(page, where)));
    await open(page, '/dashboard');
  }
  return found;
}

/** A view is replaced by the same view for another person, and back. */
async function lookAtSwitch(page: Page, { manifest }: LoadJob): Promise<readonly Finding[]> {
  const route = manifest.routes.find(
    ({ path: pattern, mainPatientOnly, planned }) => !pattern.includes(':') && mainPatientOnly !== true && !planned,
  );
  if (route === undefined) return [];
  const found: Finding[] = [];
  for (const person of [PERSONS.main, PERSONS.relative, PERSONS.main]) {
    await open(page, `${route.path}?p=${person}`);
    if (!(await stands(page, manifest.name, 'app')))
      found.push({
        where: `screen ${route.screen}, when another person is chosen`,
        message: 'It does not stand',
        fix: 'Follow host.patient: what was read of one person is dropped when the next is on screen',
      });
  }
  await open(page, '/dashboard');
  return found;
}

async function lookWithAxe(page: Page, where: string): Promise<readonly Finding[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, help, nodes }) => ({
      where,
      message: `${help} (${id}): ${nodes[0]?.html.slice(0, 120) ?? ''}`,
      fix: `See https://dequeuniversity.com/rules/axe/4.11/${id}`,
    }));
}

/** The same view is mounted and unmounted repeatedly: the numbers of nodes and listeners must not grow with it. */
async function lookAtMounts(context: BrowserContext, page: Page, { manifest, mounts }: LoadJob) {
  const [route] = manifest.routes.filter(({ path: pattern }) => !pattern.includes(':'));
  if (route === undefined || mounts === 0) return [];
  const devtools = await context.newCDPSession(page);
  await devtools.send('Performance.enable');
  const count = async () => {
    await devtools.send('HeapProfiler.collectGarbage');
    const { metrics } = await devtools.send('Performance.getMetrics');
    const of = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? 0;
    return { nodes: of('Nodes'), listeners: of('JSEventListeners') };
  };
  const mount = async () => {
    await open(page, route.path);
    await stands(page, manifest.name, 'app');
    await open(page, '/dashboard');
    await place(page, manifest.name, 'app').waitFor({ state: 'detached', timeout: LIMIT_MS });
  };
  for (let warm = 0; warm < 2; warm += 1) await mount();
  const before = await count();
  for (let at = 0; at < mounts; at += 1) await mount();
  const grown = async () => {
    const after = await count();
    return (['nodes', 'listeners'] as const)
      .map((kind) => ({ kind, more: after[kind] - before[kind] }))
      .filter(({ kind, more }) => more > SLACK[kind]);
  };
  let left = await grown();
  // requests that were under way when a view was left hold their listeners until they end
  for (let again = 0; left.length > 0 && again < SETTLING_LOOKS; again += 1) {
    await page.waitForTimeout(SETTLING_MS);
    left = await grown();
  }
  return left.map(({ kind, more }) => ({
    where: `screen ${route.screen}, ${mounts} mounts`,
    message: `${more} ${kind} stay`,
    fix: 'End in unmount and dispose what mount and create began',
  }));
}

if (import.meta.main) {
  const job = JSON.parse(await readFile(process.argv[2] ?? '', 'utf8')) as LoadJob;
  console.log(JSON.stringify(await checkInBrowser(job)));
}
