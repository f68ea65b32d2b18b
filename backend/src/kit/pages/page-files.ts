import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { Html } from '../html.ts';

/** Location of the pages' style sheet. */
export const STYLE_PATH = '/assets/pages.css';

/** The app's logo, beside its name. */
export const LOGO = new Html(
  readFileSync(new URL('logo.svg', import.meta.url), 'utf8').replace('<svg ', '<svg aria-hidden="true" '),
);

const FONTS = '@fontsource-variable/noto-sans/files/noto-sans';
const CSS = 'text/css; charset=utf-8';
const WOFF2 = 'font/woff2';

/** Files of server pages: style sheet, and the app's font from another origin. */
const FILES: readonly { readonly path: string; readonly type: string; readonly file: string }[] = [
  { path: STYLE_PATH, type: CSS, file: new URL('pages.css', import.meta.url).href },
  ...['latin', 'vietnamese'].map((subset) => ({
    path: `/assets/noto-sans-${subset}.woff2`,
    type: WOFF2,
    file: import.meta.resolve(`${FONTS}-${subset}-wght-normal.woff2`),
  })),
];

/** Serves the files of the pages; each is read once. */
export async function registerPageFiles(app: FastifyInstance): Promise<void> {
  for (const { path, type, file } of FILES) {
    const content = await readFile(new URL(file));
    app.get(path, async (_request, reply) =>
      reply.header('cache-control', 'public, max-age=3600').type(type).send(content),
    );
  }
}
