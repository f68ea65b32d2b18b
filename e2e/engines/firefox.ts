// Firefox ESR, driven by WebDriver BiDi.
import { existsSync } from 'node:fs';
import { type ElementHandle, launch } from 'puppeteer-core';
import { type Driver, type Engine, PHONE } from './driver.ts';
import { find, heard, listen, type Named } from './named.ts';

const PROGRAM = process.env['FIREFOX'] ?? '/usr/bin/firefox-esr';

async function start(): Promise<Driver> {
  const browser = await launch({
    browser: 'firefox',
    executablePath: PROGRAM,
    headless: true,
    defaultViewport: null,
    extraPrefsFirefox: { 'intl.accept_languages': 'vi-VN' },
  });
  const [page = await browser.newPage()] = await browser.pages();
  await page.setViewport(PHONE);
  await page.evaluateOnNewDocument(listen);
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(String(error)));
  const hear = async () => void faults.push(...(await page.evaluate(heard)));
  const search = async (target: Named) =>
    (await page.evaluateHandle(find, target)).asElement() as ElementHandle<HTMLElement> | null;
  const named = async (target: Named) => {
    const handle = await search(target);
    if (handle === null) throw new Error(`Nothing is called ${target.name} (${target.role})`);
    return handle;
  };
  return {
    async open(address) {
      await hear();
      await page.goto(address);
    },
    ask: (question, ...given) =>
      page.evaluate(question as unknown as (...all: unknown[]) => unknown, ...given) as never,
    shows: (target) =>
      search(target).then(
        (handle) => handle !== null,
        () => false,
      ),
    async press(target) {
      const element = await named(target);
      await hear();
      await element.click();
    },
    type: async (target, text) => (await named(target)).type(text),
    async faults() {
      await hear();
      return [...new Set(faults)];
    },
    close: () => browser.close(),
  };
}

export const FIREFOX: Engine = {
  name: 'Firefox ESR',
  missing: existsSync(PROGRAM) ? [] : ['firefox-esr'],
  launch: start,
};
