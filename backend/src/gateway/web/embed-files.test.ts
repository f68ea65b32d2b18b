import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { archiveVersions } from './embed-files.ts';
import { framePage } from './frame-page.ts';

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'phr-embed-'));
});
afterEach(() => rm(dir, { recursive: true }));

/** Replaces the build with one of another version. */
async function build(version: string, text: string): Promise<void> {
  const dist = path.join(dir, 'dist');
  await rm(dist, { recursive: true, force: true });
  await mkdir(path.join(dist, version), { recursive: true });
  await writeFile(path.join(dist, version, 'phr-embed.js'), text);
  const versions = { [version]: { 'phr-embed.js': `sha384-${text}` } };
  await writeFile(path.join(dist, 'versions.json'), JSON.stringify({ schema: 1, current: version, versions }));
}
const keep = () => archiveVersions(path.join(dir, 'dist'), path.join(dir, 'data'));

test('a version stays with its hash when the next one is built', async () => {
  expect(keep()).toBeUndefined();
  await build('2.0.0', 'first');
  keep();
  await build('2.1.0', 'second');
  expect(keep()).toEqual({
    schema: 1,
    current: '2.1.0',
    versions: { '2.0.0': { 'phr-embed.js': 'sha384-first' }, '2.1.0': { 'phr-embed.js': 'sha384-second' } },
  });
  expect(await readFile(path.join(dir, 'data/embed-versions/2.0.0/phr-embed.js'), 'utf8')).toBe('first');
});

test('the frame runs the embed alone, for pages of the partner alone', () => {
  const config = {
    shellOrigin: 'https://phr.test',
    filesOrigin: 'https://files.test',
    identity: { issuer: 'https://id.test' },
    services: {},
    storage: {},
  };
  const headers = framePage.headers(config as never, ['https://clinic.test']);
  expect(headers['content-security-policy']).toContain("default-src 'none'; script-src 'self'");
  expect(headers['content-security-policy']).toContain('frame-ancestors https://clinic.test;');
  expect(headers['content-security-policy']).toContain('trusted-types phr-embed');
  expect(framePage.text('2.0.0', ['https://clinic.test'])).toContain('data-phr-origins="https://clinic.test"');
});
