import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { RegistryTwo } from '@phr/contract/registry';
import type { BrowserContext, Route } from '@playwright/test';
import { publicConfig } from '../../backend/src/gateway/web/public-config.ts';
import { documentHeaders } from '../../backend/src/gateway/web/security-headers.ts';
import type { Config } from '../../backend/src/kit/config.ts';
import { jsonForHtml } from '../../backend/src/kit/html.ts';
import { asSchemaOne } from '../../backend/src/releases/offered-rows.ts';
import { fakeAnswer } from './fake-answers.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.html': 'text/html',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
};

export interface StageOptions {
  readonly config: Config;
  /** The folder of that environment's built shell. */
  readonly shellDir: string;
  /** Where the release's files are: a folder, or the address of a service that publishes them. */
  readonly releaseDir: string;
  readonly module: string;
  readonly version: string;
  readonly registry: RegistryTwo;
}

/**
 * Answers all requests of a page of the record within the process: no request leaves it. Returns a list of the foreign
 * addresses that were requested.
 */
export async function setStage(context: BrowserContext, options: StageOptions): Promise<readonly string[]> {
  const { config } = options;
  const issuer = new URL(config.identity.issuer).origin;
  const foreign: string[] = [];
  // open, and silent
  await context.routeWebSocket('**/*', () => undefined);
  await context.route('**/*', async (route) => {
    const url = new URL(route.request().url());
    if (url.origin === config.shellOrigin && !isCall(url)) return answerFile(route, url, options);
    if (url.origin !== config.shellOrigin && url.origin !== issuer) {
      foreign.push(url.origin);
      return route.abort('blockedbyclient');
    }
    const form = new URLSearchParams(route.request().postData() ?? '');
    const { status, body, leadsTo } = fakeAnswer(route.request().method(), url, issuer, form);
    if (leadsTo !== undefined)
      return route.fulfill({
        contentType: 'text/html',
        body: `<meta http-equiv="refresh" content="0;url=${leadsTo.replaceAll('&', '&amp;')}">`,
      });
    return route.fulfill({
      status,
      contentType: 'application/json',
      headers: { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' },
      body: JSON.stringify(body),
    });
  });
  return foreign;
}

const isCall = ({ pathname }: URL): boolean =>
  /^\/(?:fhir|api|patient-app|cities|districts|wards|csp-report|socket\.io)(?:\/|$)/.test(pathname);

async function answerFile(route: Route, url: URL, options: StageOptions): Promise<void> {
  const { config, shellDir, releaseDir, module, version, registry } = options;
  // shells older than schema 2 request schema 1
  if (url.pathname === '/registry.json') return route.fulfill({ json: asSchemaOne(registry) });
  if (url.pathname.startsWith('/registry/')) return route.fulfill({ json: registry });
  if (url.pathname === '/config.json') return route.fulfill({ json: publicConfig(config) });
  const ofRelease = `/m/${module}/${version}/`;
  const [dir, file] = url.pathname.startsWith(ofRelease)
    ? [releaseDir, url.pathname.slice(ofRelease.length)]
    : [shellDir, url.pathname.slice(1)];
  const bytes = await readInside(dir, file);
  if (bytes !== undefined && file !== 'index.html')
    return route.fulfill({
      body: bytes,
      contentType: TYPES[path.extname(file)] ?? 'application/octet-stream',
      headers: { 'access-control-allow-origin': '*' },
    });
  if (url.pathname.startsWith('/m/') || route.request().resourceType() !== 'document')
    return route.fulfill({ status: 404, body: '' });
  const page = (await readFile(path.join(shellDir, 'index.html'), 'utf8'))
    .replace('__PHR_AUTHORITY__', () => config.identity.issuer)
    .replace('__PHR_CONFIG__', () => jsonForHtml(publicConfig(config)))
    .replace('__PHR_REGISTRY_2__', () => jsonForHtml(registry))
    .replace('__PHR_REGISTRY__', () => jsonForHtml(asSchemaOne(registry)))
    .replace('__PHR_AHEAD__', () => '');
  return route.fulfill({ body: page, contentType: 'text/html; charset=utf-8', headers: documentHeaders(config) });
}

async function readInside(dir: string, file: string): Promise<Buffer | undefined> {
  if (/^https?:/.test(dir)) {
    const answer = await fetch(`${dir}/${file}`);
    return answer.ok ? Buffer.from(await answer.arrayBuffer()) : undefined;
  }
  const whole = path.resolve(dir, decodeURIComponent(file));
  if (!whole.startsWith(path.resolve(dir) + path.sep)) return undefined;
  return readFile(whole).catch(() => undefined);
}
