import { chromium, type Browser, type CDPSession, type Page } from '@playwright/test';
import { ensureChromium } from '../chromium.ts';

/** @param more further switches of Chromium */
export const launch = (...more: readonly string[]): Promise<Browser> =>
  chromium.launch({
    executablePath: ensureChromium(),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      ...more,
    ],
  });

/** A blood pressure of the demo, "118/76"; no date has three digits before its slash. */
export const PRESSURE = /\d{3}\/\d{2,3}/;

/**
 * When a text first appears in the page, ms since its address was opened. It is checked in every frame, since a waiting
 * test checks only twice a second.
 */
export async function shownAt(page: Page, text: RegExp): Promise<number> {
  const seen = await page.waitForFunction(
    (pattern) => new RegExp(pattern).test(document.querySelector('main')?.textContent ?? '') && performance.now(),
    text.source,
    { polling: 'raf' },
  );
  return Number(await seen.jsonValue());
}

/** Slows a page down: 4× CPU and a 4G connection (8.1 Mbit/s down, 165 ms). */
export async function throttle(page: Page): Promise<CDPSession> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 165,
    downloadThroughput: (8.1 * 1024 * 1024) / 8,
    uploadThroughput: (3 * 1024 * 1024) / 8,
  });
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  return devtools;
}

export interface Transfer {
  readonly requests: number;
  readonly script: number;
  readonly style: number;
  readonly font: number;
  readonly other: number;
}

/** Counts the bytes that a page transfers from now on. Returns the function that reads the sum. */
export async function countTransfers(page: Page): Promise<() => Transfer> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  const kinds = new Map<string, string>();
  const sum = { requests: 0, script: 0, style: 0, font: 0, other: 0 };
  devtools.on('Network.responseReceived', ({ requestId, type }) => {
    kinds.set(requestId, type);
  });
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    sum.requests += 1;
    const kind = kinds.get(requestId);
    sum[kind === 'Script' ? 'script' : kind === 'Stylesheet' ? 'style' : kind === 'Font' ? 'font' : 'other'] +=
      encodedDataLength;
  });
  return () => ({ ...sum });
}

export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
};

export const kb = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`;
