import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import http from 'node:http';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { OUTPUT } from '../../support/output.ts';
import { expect } from '../../support/proves.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const MODULE = path.join(ROOT, 'mfe-imaging');
const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.wasm': 'application/wasm',
  '.html': 'text/html',
  '.bcmap': 'application/octet-stream',
};

/** The module's own page under the product's CSP, with files on another origin. */
export interface ViewerPage {
  /** Opens a viewer for files, named as in `filesDir` or as registered with `serve`. Default: the generated series. */
  open(
    page: Page,
    files?: readonly string[],
    query?: string,
    screen?: 'dicom-viewer' | 'pdf-viewer' | 'image-viewer',
  ): Promise<void>;
  /** Registers a file on the files origin; a function handles each request itself. */
  serve(name: string, answer: Buffer | ((response: http.ServerResponse) => void)): void;
  close(): Promise<void>;
}

/** Pages that already collect CSP violations: a page may open several files. */
const prepared = new WeakSet<Page>();

/** Builds the module's page once per run: the first worker builds, the others wait. Returns the folder of the page. */
async function buildOnce(): Promise<string> {
  const folder = path.join(OUTPUT, 'viewer-page');
  const whole = path.join(OUTPUT, 'viewer-page-is-whole');
  await mkdir(OUTPUT, { recursive: true });
  const isFirst = await mkdir(folder).then(
    () => true,
    () => false,
  );
  if (isFirst) {
    await promisify(execFile)(
      process.execPath,
      [path.join(ROOT, 'shared/build/node_modules/webpack-cli/bin/cli.js'), '--mode', 'development'],
      {
        cwd: MODULE,
        env: { ...process.env, WEBPACK_SERVE: '1', PHR_PAGE_DIR: folder, NODE_NO_WARNINGS: '1' },
      },
    );
    await writeFile(whole, '');
  }
  await expect.poll(() => existsSync(whole), { message: "the viewer's page is built", timeout: 50_000 }).toBe(true);
  return folder;
}

/** Serves the module's page. @param filesDir folder of DICOM files */
export async function startViewerPage(filesDir?: string): Promise<ViewerPage> {
  const built = await buildOnce();
  const own = new Map<string, Buffer | ((response: http.ServerResponse) => void)>();
  const files = await listen(async (name, response) => {
    response.setHeader('access-control-allow-origin', '*');
    const answer =
      own.get(name) ??
      (filesDir === undefined ? undefined : await readFile(path.join(filesDir, name)).catch(() => undefined));
    if (typeof answer === 'function') answer(response);
    else response.writeHead(answer ? 200 : 404).end(answer);
  });
  const policy =
    `default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' blob: data:; connect-src 'self' blob: ${files.origin}; ` +
    "worker-src 'self' blob:; font-src 'self'; require-trusted-types-for 'script'; trusted-types default";
  const pages = await listen(async (name, response) => {
    const found = await readFile(path.join(built, name)).catch(() => undefined);
    response.writeHead(200, {
      'content-security-policy': policy,
      'content-type': TYPES[found ? path.extname(name) : '.html'] ?? 'application/octet-stream',
    });
    response.end(found ?? (await readFile(path.join(built, 'index.html'))));
  });
  return {
    serve(name, answer) {
      own.set(name, answer);
    },
    async open(page, names = [], query = '', screen = 'dicom-viewer') {
      if (!prepared.has(page)) await page.addInitScript(prepare);
      prepared.add(page);
      const given = names.map((name) => `&file=${encodeURIComponent(`${files.origin}/${name}`)}`).join('');
      await page.goto(`${pages.origin}/${screen}?diagnosticReportId=sample&name=CT${given}${query}`);
    },
    async close() {
      await Promise.all([files.close(), pages.close()]);
    },
  };
}

/** All CSP violations so far. */
export const violations = (page: Page): Promise<string[]> =>
  page.evaluate(() => (globalThis as unknown as { breaches: string[] }).breaches);

/** Waits until an image is rendered or its error is shown. */
export async function settled(page: Page): Promise<'drawn' | 'refused'> {
  const drawn = page.locator('[data-shown]');
  const refused = page.getByText(/Có lỗi khi tải dữ liệu|Error while loading data/);
  await expect(drawn.or(refused).first()).toBeVisible({ timeout: 30_000 });
  return (await drawn.isVisible()) ? 'drawn' : 'refused';
}

export interface Look {
  readonly lightest: number;
  readonly darkest: number;
  readonly mean: number;
  readonly saturation: number;
}

/** Statistics of the rendered image, read from the canvas: 0 is black, 255 white. */
export function lookOf(page: Page): Promise<Look> {
  return page.evaluate(async () => {
    // The canvas is painted one frame after the attribute changes.
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const source = document.querySelector('canvas');
    const small = new OffscreenCanvas(64, 64).getContext('2d');
    if (!source || !small) throw new Error('No picture');
    small.drawImage(source, 0, 0, 64, 64);
    const { data } = small.getImageData(0, 0, 64, 64);
    const pixels = Array.from({ length: data.length / 4 }, (_, at) => [
      data[at * 4] ?? 0,
      data[at * 4 + 1] ?? 0,
      data[at * 4 + 2] ?? 0,
    ]);
    const light = pixels.map((rgb) => rgb.reduce((sum, one) => sum + one, 0) / 3);
    return {
      lightest: Math.max(...light),
      darkest: Math.min(...light),
      mean: light.reduce((sum, one) => sum + one, 0) / light.length,
      saturation: Math.max(...pixels.map((rgb) => Math.max(...rgb) - Math.min(...rgb))),
    };
  });
}

function prepare(): void {
  const breaches: string[] = [];
  Object.assign(globalThis, { breaches });
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) =>
    breaches.push(`${effectiveDirective} ${blockedURI} ${sample}`),
  );
  const types = (globalThis as unknown as { trustedTypes: { createPolicy(name: string, rules: object): void } })
    .trustedTypes;
  types.createPolicy('default', {
    createScriptURL: (address: string) =>
      new URL(address, document.baseURI).href.startsWith(`${origin}/`) ? address : null,
  });
}

async function listen(
  answer: (name: string, response: http.ServerResponse) => Promise<void>,
): Promise<{ origin: string; close(): Promise<void> }> {
  const server = http.createServer((request, response) => {
    const name = decodeURIComponent(new URL(request.url ?? '/', 'http://host').pathname.slice(1));
    answer(name, response).catch(() => response.writeHead(500).end());
  });
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port');
  return {
    origin: `http://localhost:${address.port}`,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
