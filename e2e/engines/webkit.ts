// WebKitGTK, the open port of Safari's engine, driven by Debian's WebKitWebDriver on a virtual display.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { createServer } from 'node:net';
import { Builder, Capabilities, type WebDriver, type WebElement } from 'selenium-webdriver';
import { type Driver, type Engine, PHONE } from './driver.ts';
import { find, heard, listen, type Named } from './named.ts';

const DRIVER = '/usr/bin/WebKitWebDriver';
const DISPLAY = '/usr/bin/xvfb-run';
const [WINDOW] = globSync('/usr/lib/*/webkit2gtk-4.*/MiniBrowser');

/** Containers have neither a graphics card nor user namespaces. */
const ENVIRONMENT = {
  WEBKIT_DISABLE_COMPOSITING_MODE: '1',
  LIBGL_ALWAYS_SOFTWARE: '1',
  WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
  LANGUAGE: 'vi',
};

/** How long the driver may take to start listening. */
const START_MS = 20_000;

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(address === null || typeof address === 'string' ? 0 : address.port));
    });
  });
}

/** Waits until the driver accepts requests. */
async function answers(server: string): Promise<void> {
  const end = Date.now() + START_MS;
  for (;;) {
    const answer = await fetch(`${server}/status`).catch(() => undefined);
    if (answer?.ok === true) return;
    if (Date.now() > end) throw new Error(`WebKitWebDriver does not answer at ${server}`);
    await new Promise((done) => setTimeout(done, 50));
  }
}

const launch = (server: string): Promise<WebDriver> =>
  new Builder()
    .usingServer(server)
    .withCapabilities(
      new Capabilities({
        browserName: 'MiniBrowser',
        'webkitgtk:browserOptions': { binary: WINDOW, args: ['--automation'] },
      }),
    )
    .build();

/** Stops the process group, which contains the display, the driver and the window. */
function end({ pid }: ChildProcess): void {
  if (pid !== undefined) process.kill(-pid, 'SIGTERM');
}

async function start(): Promise<Driver> {
  const port = await freePort();
  const server = `http://127.0.0.1:${port}`;
  const programs = spawn(DISPLAY, ['-a', DRIVER, `--port=${port}`], {
    detached: true,
    stdio: 'ignore',
    env: { ...process.env, ...ENVIRONMENT },
  });
  const browser = await answers(server)
    .then(() => launch(server))
    .catch((error: unknown) => {
      end(programs);
      throw error;
    });
  await browser
    .manage()
    .window()
    .setRect({ x: 0, y: 0, ...PHONE });
  const faults: string[] = [];
  const run = <Answer>(question: (...given: never[]) => unknown, ...given: readonly unknown[]): Promise<Answer> =>
    browser.executeScript<Answer>(`return (${question.toString()})(...arguments)`, ...given);
  const hear = async () => void faults.push(...(await run<string[]>(heard)));
  // navigation replaces the document, so every search starts the collection of faults if it is not running yet
  const search = async (target: Named) => {
    await run(listen);
    return run<WebElement | null>(find, target);
  };
  const named = async (target: Named): Promise<WebElement> => {
    const element = await search(target);
    if (element === null) throw new Error(`Nothing is called ${target.name} (${target.role})`);
    // the driver scrolls only as far as the edge of the window, where the app's bars would cover the element
    await run((one: Element) => one.scrollIntoView({ block: 'center' }), element);
    return element;
  };
  return {
    async open(address) {
      await hear();
      await browser.get(address);
      await run(listen);
    },
    ask: (question, ...given) => run(question, ...given),
    shows: (target) =>
      search(target).then(
        (element) => element !== null,
        () => false,
      ),
    async press(target) {
      const element = await named(target);
      await hear();
      await element.click();
    },
    type: async (target, text) => (await named(target)).sendKeys(text),
    faults: async () => {
      await hear();
      return [...new Set(faults)];
    },
    close: () => browser.quit().finally(() => end(programs)),
  };
}

export const WEBKIT: Engine = {
  name: 'WebKitGTK',
  missing: [
    ...(existsSync(DRIVER) && WINDOW !== undefined ? [] : ['webkit2gtk-driver']),
    ...(existsSync(DISPLAY) ? [] : ['xvfb']),
  ],
  launch: start,
};
