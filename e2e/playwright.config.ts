import { existsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';
import { SHELL } from './support/addresses.ts';

const chromium =
  process.env['CHROMIUM'] ??
  ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium', '/usr/bin/google-chrome'].find((file) => existsSync(file));

export default defineConfig({
  testDir: './specs',
  outputDir: '../.cache/e2e',
  fullyParallel: true,
  workers: 2,
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
    screenshot: 'only-on-failure',
    // A spec that changes what the network answers must meet every request; those of specs/pwa allow the worker.
    serviceWorkers: 'block',
    launchOptions: {
      ...(chromium ? { executablePath: chromium } : {}),
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
    },
  },
  projects: [
    { name: 'specs', testIgnore: /release\.spec/ },
    // It turns a module off for everybody, so it runs when nobody else is there.
    { name: 'release', testMatch: /release\.spec/, dependencies: ['specs'] },
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
