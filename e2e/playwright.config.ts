import { existsSync } from 'node:fs';
import { defineConfig, type LaunchOptions } from '@playwright/test';
import { SHELL } from './support/addresses.ts';
import { OUTPUT } from './support/output.ts';

const whole =
  process.env['CHROMIUM'] ?? ['/usr/bin/chromium', '/usr/bin/google-chrome'].find((file) => existsSync(file));
/** Headless Chromium build (ADR 0068); the full one if none is configured. */
const windowless = process.env['CHROMIUM_WINDOWLESS'] ?? whole;

/**
 * Specs of browser features outside the page, such as installing the app or restoring tabs after a crash. The headless
 * build does not have them, so these specs would pass there whatever happens.
 */
const AROUND_THE_PAGE = /specs\/pwa\/|shared-device\.spec/;

const launchOptions = (executablePath: string | undefined): LaunchOptions => ({
  ...(executablePath === undefined ? {} : { executablePath }),
  // Without a UTF-8 locale Chromium cannot write file names with Vietnamese letters.
  env: { ...process.env, LANG: process.env['LANG'] ?? 'C.UTF-8' },
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    // Chromium treats a document fulfilled by a spec as public, and public pages may not call local servers.
    '--disable-features=LocalNetworkAccessChecks',
  ],
});

export default defineConfig({
  testDir: './specs',
  outputDir: OUTPUT,
  fullyParallel: true,
  // every spec waits for servers at times, so two workers would leave cores idle
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
    // loading animations cost a sixth of the CPU, and no spec looks at them
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    // Specs that intercept requests must see every one of them; specs/pwa turns the worker on again.
    serviceWorkers: 'block',
    launchOptions: launchOptions(windowless),
  },
  projects: [
    { name: 'specs', testIgnore: [/release\.spec/, AROUND_THE_PAGE] },
    { name: 'around the page', testMatch: AROUND_THE_PAGE, use: { launchOptions: launchOptions(whole) } },
    { name: 'engines', testDir: './engines' },
    // Kills modules for everybody, so it runs after all other specs.
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
