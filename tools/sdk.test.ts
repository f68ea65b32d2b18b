import { NIGHTLY } from './sample.ts';
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { CONTRACT_VERSION } from '@phr/contract/version';
import { apiFault, packedDeclarations, REPORTED } from './sdk/api-report.ts';
import { installOffline } from './sdk/elsewhere.ts';
import { packageFaults } from './sdk/package-faults.ts';
import { ROOT } from './workspace.ts';

// Compiles and packs thirteen packages, then builds a module with them.
import.meta.jest.setTimeout(240_000);

const node = (cwd: string, ...args: string[]) =>
  execFileSync(process.execPath, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

interface Info {
  readonly name: string;
  readonly version: string;
  readonly exports: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
  readonly bin?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

let folder: string;
let module: string;
const packages = () => path.join(module, 'node_modules/@phr');
const infoOf = (name: string) => JSON.parse(readFileSync(path.join(packages(), name, 'package.json'), 'utf8')) as Info;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sdk-'));
  // specs of the same run take these, too
  const tarballs = node(ROOT, 'tools/sdk/sdk.ts').trim();
  const template = readdirSync(tarballs).find((name) => name.startsWith('create-phr-module')) ?? '';
  execFileSync('tar', ['xzf', path.join(tarballs, template), '-C', folder]);
  node(folder, 'package/dist/main.js', 'notes', '--vi', 'Ghi "chú"', '--en', 'Notes', '--sdk', tarballs);
  module = path.join(folder, 'notes');
  await installOffline(module, tarballs);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('what a packed package exports is in it, and what it names of others is a version', () => {
  for (const name of readdirSync(packages())) {
    const dir = path.join(packages(), name);
    const { exports, bin = {}, dependencies = {}, peerDependencies = {} } = infoOf(name);
    const files = readdirSync(dir, { recursive: true, encoding: 'utf8' }).map((file) => `./${file}`);
    for (const target of [
      ...Object.values(exports).flatMap((one) => Object.values([one].flat())),
      ...Object.values(bin),
    ])
      for (const pattern of typeof target === 'string' ? [target] : Object.values(target)) {
        const [start = '', end = ''] = pattern.split('*');
        expect([name, pattern, files.some((file) => file.startsWith(start) && file.endsWith(end))]).toEqual([
          name,
          pattern,
          true,
        ]);
      }
    for (const range of Object.values({ ...dependencies, ...peerDependencies })) expect(range).toMatch(/^\^?\d/);
    expect(files.filter((file) => /\/src\/|\.test\./.test(file))).toEqual([]);
  }
  expect(infoOf('contract').version).toBe(CONTRACT_VERSION);
});

test('publint and attw find nothing in any packed package, and do in a broken one', async () => {
  const folders = readdirSync(packages()).map((name) => path.join(packages(), name));
  const found: string[] = [];
  for (const dir of [...folders, path.join(folder, 'package')]) found.push(...(await packageFaults(dir)));
  expect(found).toEqual([]);
  const broken = path.join(folder, 'broken');
  cpSync(path.join(packages(), 'http'), broken, { recursive: true });
  const names = { './client': { types: './dist/gone.d.ts', default: './dist/client.js' } };
  writeFileSync(path.join(broken, 'package.json'), JSON.stringify({ ...infoOf('http'), exports: names }));
  expect((await packageFaults(broken)).join()).toMatch(/gone\.d\.ts.*FallbackCondition \.\/client/);
});

test('types of kit and components are those of their reports, and a version says what changed', async () => {
  const faults = REPORTED.map(async (name) => apiFault(name, await packedDeclarations(name)));
  expect(await Promise.all(faults)).toEqual(REPORTED.map(() => undefined));
});

test('every file that a packed file imports is packed, and every package is one that it names', () => {
  const faults: string[] = [];
  for (const name of readdirSync(packages())) {
    const { dependencies = {}, peerDependencies = {} } = infoOf(name);
    const known = Object.keys({ ...dependencies, ...peerDependencies });
    for (const file of readdirSync(path.join(packages(), name, 'dist'), { recursive: true, encoding: 'utf8' })) {
      const from = path.join(packages(), name, 'dist', file);
      if (!/\.(?:js|d\.ts)$/.test(file) || !statSync(from).isFile()) continue;
      for (const [, asked = ''] of readFileSync(from, 'utf8').matchAll(
        /(?:^import|^export|^\} from|\bfrom|import\() ?['"]([^'"\s]+)['"]/gm,
      )) {
        const package_ = /^(?:@[^/]+\/)?[^/]+/.exec(asked)?.[0] ?? '';
        const isThere = asked.startsWith('.')
          ? [asked, asked.replace(/\.js$/, '.d.ts')].some((one) => existsSync(path.resolve(path.dirname(from), one)))
          : asked.startsWith('node:') || known.includes(package_) || package_ === `@phr/${name}`;
        if (!isThere) faults.push(`@phr/${name}/${file}: ${asked}`);
      }
    }
  }
  expect(faults).toEqual([]);
});

test('types of a module that the template makes elsewhere are right, and a fault in it is found', () => {
  const wrong = path.join(module, 'src/wrong.tsx');
  writeFileSync(wrong, "import { Card } from '@phr/ui/card';\nexport const card = <Card title={1} level={2} />;\n");
  const { stdout } = spawnSync(process.execPath, [path.join(ROOT, 'node_modules/typescript/bin/tsc'), '--noEmit'], {
    cwd: module,
    encoding: 'utf8',
  });
  rmSync(wrong);
  expect(stdout.match(/^\S+: error/gm)).toEqual([expect.stringContaining('src/wrong.tsx')]);
});

// Builds with webpack, which takes long where many tests run.
const atNight = NIGHTLY ? test : test.skip;
atNight('a module that the template makes elsewhere passes its own check, and its build names its packages', () => {
  node(module, 'node_modules/@phr/cli/dist/main.js', 'check');
  const text = (name: string) => readFileSync(path.join(module, 'dist', name), 'utf8');
  expect(JSON.parse(text('module.json'))).toMatchObject({ name: 'mfe-notes', title: { 'vi-VN': 'Ghi "chú"' } });
  expect(JSON.parse(text('sdk.json'))).toMatchObject({
    '@phr/contract': CONTRACT_VERSION,
    '@phr/ui': infoOf('ui').version,
  });
  expect(Object.keys(JSON.parse(text('integrity.json')) as object)).toContain('remoteEntry.js');
  expect(statSync(path.join(module, 'dist/remoteEntry.js.gz')).size).toBeLessThan(12_000);
});
