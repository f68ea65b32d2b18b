import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, CDPSession, Page } from '@playwright/test';
import { ROOT } from '../workspace.ts';
import { launch, median } from './browser.ts';
import { bundle } from './bundle.ts';
import type { VitalsPage } from './vitals-page.types.ts';

const OUT = path.join(ROOT, '.cache/measure-vitals');
const ADDRESS = 'http://vitals.invalid/';

type VitalsWindow = Window & { readonly vitals: VitalsPage };

/** Opens pages with the charts of mfe-vitals, each in a separate process. */
async function openPages(
  ...switches: readonly string[]
): Promise<{ readonly browser: Browser; readonly open: () => Promise<{ page: Page; devtools: CDPSession }> }> {
  bundle('vitals-page.config.ts');
  const browser = await launch(...switches);
  return {
    browser,
    async open() {
      const context = await browser.newContext({
        viewport: { width: 1280, height: 900 },
        locale: 'vi-VN',
        timezoneId: 'Asia/Ho_Chi_Minh',
      });
      const page = await context.newPage();
      await page.route(`${ADDRESS}**`, async (route) => {
        const name = new URL(route.request().url()).pathname;
        if (name === '/')
          return route.fulfill({
            contentType: 'text/html; charset=utf-8',
            body: '<!doctype html><script src="/vitals.js" defer></script>',
          });
        // The page's font is not drawn here.
        return name.endsWith('.js')
          ? route.fulfill({ contentType: 'text/javascript; charset=utf-8', body: await readFile(path.join(OUT, name)) })
          : route.fulfill({ status: 404 });
      });
      await page.goto(ADDRESS);
      await page.waitForFunction(() => 'vitals' in window);
      return { page, devtools: await context.newCDPSession(page) };
    },
  };
}

/** Returns the CPU time of the page's main thread since its start, in milliseconds. */
async function cpuClock(devtools: CDPSession): Promise<() => Promise<number>> {
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  return async () =>
    1000 *
    ((await devtools.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration')?.value ??
      Number.NaN);
}

const CHART_RUNS = 7;
const MOST_TIMES_UPLOT = 2.5;
/**
 * A year of one reading a day, two weeks and a year of a sensor that measures every five minutes, and counts in
 * between.
 */
const SERIES = [
  { days: 365, count: 365 },
  { days: 14, count: 4_032 },
  { days: 365, count: 10_000 },
  { days: 14, count: 10_000 },
  { days: 365, count: 100_000 },
  { days: 14, count: 100_000 },
] as const;

/**
 * Main-thread CPU of the first drawing of a period, as a ratio to uPlot drawing the same numbers in the same run, each
 * in a fresh page.
 */
export async function measureCharts(): Promise<void> {
  const { browser, open } = await openPages();
  const draw = async (library: 'drawOwn' | 'drawUPlot', { days, count }: (typeof SERIES)[number]): Promise<number> => {
    const { page, devtools } = await open();
    const clock = await cpuClock(devtools);
    const before = await clock();
    await page.evaluate(
      ([name, ofDays, points]) =>
        new Promise<void>((resolve) => {
          (window as unknown as VitalsWindow).vitals[name](ofDays, points);
          requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
        }),
      [library, days, count] as const,
    );
    const spent = (await clock()) - before;
    await page.context().close();
    return spent;
  };
  for (const series of SERIES) {
    const times: [number[], number[]] = [[], []];
    for (let run = 0; run < CHART_RUNS; run += 1) {
      times[0].push(await draw('drawOwn', series));
      times[1].push(await draw('drawUPlot', series));
    }
    const [own, other] = [median(times[0]), median(times[1])];
    report(
      own / other <= MOST_TIMES_UPLOT,
      `${String(series.count).padStart(7)} readings of ${String(series.days).padStart(3)} days: ${own.toFixed(0)} ms CPU, uPlot ${other.toFixed(0)} ms, ratio ${(own / other).toFixed(2)} (limit ${MOST_TIMES_UPLOT})`,
    );
  }
  await browser.close();
}

const PAN_RUNS = 15;
const STEPS = 40;
const MOST_PAN_MS = 5;
const ANALYSES = 10;
/** A longer pause is noticeable. */
const MOST_ANALYSIS_MS = 100;

/**
 * Main-thread CPU of an ECG of three leads, 500 samples a second: a step along a minute of it (key, drawing, text), and
 * finding the beats of 30 seconds.
 */
export async function measureEcg(): Promise<void> {
  const { browser, open } = await openPages();
  const { page, devtools } = await open();
  await page.evaluate(() => (window as unknown as VitalsWindow).vitals.openEcg());
  const clock = await cpuClock(devtools);
  const steps: number[] = [];
  let place = '';
  for (let run = 0; run < PAN_RUNS; run += 1) {
    const before = await clock();
    place = await page.evaluate((count) => (window as unknown as VitalsWindow).vitals.panEcg(count), STEPS);
    steps.push(((await clock()) - before) / STEPS);
  }
  report(
    median(steps) <= MOST_PAN_MS,
    `pan step of 3 leads, 60 s, 500 Hz: ${median(steps).toFixed(2)} ms CPU (limit ${MOST_PAN_MS}), slowest round ${Math.max(...steps).toFixed(2)} ms; ${place}`,
  );
  const analyse = async (times: number) => {
    const before = await clock();
    await page.evaluate((count) => (window as unknown as VitalsWindow).vitals.analyseEcg(count), times);
    return ((await clock()) - before) / times;
  };
  const [first, usual] = [await analyse(1), await analyse(ANALYSES)];
  report(
    first <= MOST_ANALYSIS_MS,
    `beats of 3 leads, 30 s, 500 Hz: ${first.toFixed(0)} ms CPU at first (limit ${MOST_ANALYSIS_MS}), then ${usual.toFixed(0)} ms`,
  );
  await browser.close();
}

const ROUNDS = 10;
const MOUNTS = 10;
/**
 * The engine keeps recompiling frequent code, which adds a little in each round. Snapshots before and after a hundred
 * mounts differ only in machine code and its tables, not in objects (+2 to 4 %). Without compiled code, the heap is the
 * module's own memory.
 */
const NO_MACHINE_CODE = '--js-flags=--jitless';
const MOST_HEAP = 1.01;
const VIEWS = [
  '/health-indexes',
  '/health-details/bloodPressures',
  '/bg-board',
  '/health-boards/weights',
  '/blood-pressure-create',
  '/ekg-board',
  '/vs-monitor',
] as const;

/** A hundred mounts of each screen: the counts of the last rounds may not be above those of the first. */
export async function measureMounts(): Promise<void> {
  const { browser, open } = await openPages(NO_MACHINE_CODE);
  for (const view of VIEWS) {
    const { page, devtools } = await open();
    await devtools.send('Performance.enable');
    const counts = async () => {
      await devtools.send('HeapProfiler.collectGarbage');
      const { metrics } = await devtools.send('Performance.getMetrics');
      const of = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN;
      return { nodes: of('Nodes'), listeners: of('JSEventListeners'), heap: of('JSHeapUsedSize') };
    };
    const rounds: Awaited<ReturnType<typeof counts>>[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      await page.evaluate(([path, times]) => (window as unknown as VitalsWindow).vitals.mountAndLeave(path, times), [
        view,
        MOUNTS,
      ] as const);
      rounds.push(await counts());
    }
    await page.context().close();
    const least = (part: typeof rounds, what: keyof (typeof rounds)[number]) =>
      Math.min(...part.map((count) => count[what]));
    // The first round compiles and fills caches.
    const [early, late] = [rounds.slice(1, 4), rounds.slice(-3)];
    const grown = {
      nodes: least(late, 'nodes') - least(early, 'nodes'),
      listeners: least(late, 'listeners') - least(early, 'listeners'),
      heap: least(late, 'heap') / least(early, 'heap'),
    };
    report(
      grown.nodes <= 5 && grown.listeners <= 5 && grown.heap <= MOST_HEAP,
      `${view.padEnd(32)} after ${ROUNDS * MOUNTS} mounts: nodes ${signed(grown.nodes)}, listeners ${signed(grown.listeners)}, heap ${signed((grown.heap - 1) * 100)} % (${(least(late, 'heap') / 1e6).toFixed(1)} MB)`,
    );
  }
  await browser.close();
}

const signed = (value: number): string =>
  `${value < 0 ? '' : '+'}${Number.isInteger(value) ? value : value.toFixed(1)}`;

/** Prints a figure; a figure beyond its limit makes the measures fail. */
function report(isWithin: boolean, words: string): void {
  console.log(`  ${words}${isWithin ? '' : '  ABOVE THE LIMIT'}`);
  if (!isWithin) process.exitCode = 1;
}
