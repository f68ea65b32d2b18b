import { existsSync } from 'node:fs';
import { defineConfig, type LaunchOptions } from '@playwright/test';
import { SHELL } from './support/addresses.ts';
import { OUTPUT } from './support/output.ts';

const whole =
  process.env['CHROMIUM'] ?? ['/usr/bin/chromium', '/usr/bin/google-chrome'].find((file) => existsSync(file));
/** Chromium without what draws windows (ADR 0068); the whole one where none is named. */
const windowless = process.env['CHROMIUM_WINDOWLESS'] ?? whole;

/** What a browser does around a page: it installs an app, restores its tabs after a crash. The windowless one finds no fault there whatever it meets. */
const AROUND_THE_PAGE = /specs\/pwa\/|shared-device\.spec/;

const launchOptions = (executablePath: string | undefined): LaunchOptions => ({
  ...(executablePath === undefined ? {} : { executablePath }),
  // Where the machine names no language of its own, Chromium cannot write a file name with Vietnamese letters.
  env: { ...process.env, LANG: process.env['LANG'] ?? 'C.UTF-8' },
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    // A document that a spec answers itself counts as public to Chromium, which then may not call servers on this machine.
    '--disable-features=LocalNetworkAccessChecks',
  ],
});

export default defineConfig({
  testDir: './specs',
  outputDir: OUTPUT,
  fullyParallel: true,
  // each waits for a server now and then: two of them leave cores idle
  workers: 3,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [
    ['line'],
    ['json', { outputFile: process.env['PLAYWRIGHT_JSON_OUTPUT_NAME'] ?? '../.cache/reports/playwright.json' }],
  ],
  use: {
    baseURL: SHELL,
    locale: 'vi-VN',
    timezoneId: 'Asia/Ho_Chi_Minh',
    viewport: { width: 1184, height: 800 },
    // what waits moves, which costs a sixth of the processor and shows nothing that a spec looks at
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    // A spec that changes what the network answers must meet every request; those of specs/pwa allow the worker.
    serviceWorkers: 'block',
    launchOptions: launchOptions(windowless),
  },
  projects: [
    { name: 'specs', testIgnore: [/release\.spec/, AROUND_THE_PAGE] },
    { name: 'around the page', testMatch: AROUND_THE_PAGE, use: { launchOptions: launchOptions(whole) } },
    { name: 'engines', testDir: './engines' },
    // It turns a module off for everybody, so it runs when nobody else is there.
    { name: 'release', testMatch: /release\.spec/, dependencies: ['specs', 'around the page', 'engines'] },
  ],
  webServer: {
    command: 'node e2e/support/server.ts',
    cwd: '..',
    url: `${SHELL}/ready`,
    timeout: 240_000,
    reuseExistingServer: process.env['CI'] === undefined,
    stdout: 'pipe',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
  },
});
