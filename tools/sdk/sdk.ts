// Makes the packages with which modules in separate repositories are built. Usage: node tools/sdk/sdk.ts [folder of the
// tarballs]
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, glob, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import ts from 'typescript';
import { ROOT } from '../workspace.ts';

/** Folders of `shared/` that are published. */
export const SDK = [
  'build',
  'cli',
  'clinical',
  'contract',
  'create-phr-module',
  'fhir',
  'http',
  'i18n',
  'loader',
  'module-kit',
  'testing',
  'time',
  'ui',
] as const;

const PNPM = 'pnpm@12.21.0';
/** Files that the compiler translates; all other files of `src` are published unchanged. */
const COMPILED = /(?<!\.d)\.tsx?$/;
const OF_TESTS = /\.test(?:-support)?\.tsx?$/;
/** Import paths with the extension of a source, in declarations: `from './x.ts'`, `import('./x.ts')`. */
const SOURCE_IN_TYPES = /((?:from |import\()(['"])\.{1,2}\/[^'"]+)\.tsx?\2/g;

export const folderOf = (name: string): string => path.join(ROOT, 'shared', name);
const sourcesOf = (name: string): string => path.join(folderOf(name), 'src');

/**
 * Compiles each package into its `dist`: an ES module and a types file for each source, and the other files beside
 * them.
 */
export async function buildSdk(): Promise<void> {
  const roots: string[] = [];
  for (const name of SDK) {
    const [from, to] = [sourcesOf(name), path.join(folderOf(name), 'dist')];
    await rm(to, { recursive: true, force: true });
    for (const entry of await readdir(from, { recursive: true, withFileTypes: true }).catch(() => [])) {
      const file = path.join(entry.parentPath, entry.name);
      if (!entry.isFile() || OF_TESTS.test(file)) continue;
      if (COMPILED.test(file)) roots.push(file);
      else await cp(file, path.join(to, path.relative(from, file)));
    }
  }
  await emit(roots);
}

async function emit(roots: readonly string[]): Promise<void> {
  const { config } = ts.readConfigFile(path.join(ROOT, 'tsconfig.json'), ts.sys.readFile.bind(ts.sys)) as {
    config: { compilerOptions: object };
  };
  const ambient = ['ui/src/css.d.ts', 'testing/src/css-text.d.ts'].map((file) => path.join(ROOT, 'shared', file));
  const { options } = ts.convertCompilerOptionsFromJson(
    { ...config.compilerOptions, noEmit: false, declaration: true, rewriteRelativeImportExtensions: true },
    ROOT,
  );
  const program = ts.createProgram([...ambient, ...roots], { ...options, rootDir: ROOT, outDir: ROOT });
  const outputs: Promise<void>[] = [];
  const { diagnostics } = program.emit(undefined, (name, text) => {
    const [, folder, file] = /^shared\/([\w-]+)\/src\/(.+)$/.exec(path.relative(ROOT, name)) ?? [];
    if (folder !== undefined && file !== undefined) outputs.push(write(folder, file, text));
  });
  await Promise.all(outputs);
  // the types of the workspace are checked elsewhere; here only whether declarations can be written
  if (diagnostics.length > 0)
    throw new Error(
      ts.formatDiagnostics(diagnostics, {
        getCanonicalFileName: (name) => name,
        getCurrentDirectory: () => ROOT,
        getNewLine: () => '\n',
      }),
    );
}

async function write(folder: string, file: string, text: string): Promise<void> {
  const to = path.join(ROOT, 'shared', folder, 'dist', file);
  await mkdir(path.dirname(to), { recursive: true });
  await writeFile(to, file.endsWith('.d.ts') ? text.replace(SOURCE_IN_TYPES, '$1.js$2') : text);
}

/** Packs the built packages into `folder` as they would be published; workspace versions become numbers. */
export async function packSdk(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const filters = SDK.map((name) => `--filter=./shared/${name}`);
  await run('npx', ['-y', PNPM, ...filters, '-r', 'pack', '--pack-destination', folder]);
}

function run(command: string, args: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (text) => {
        output += text;
      });
    child.on('error', reject);
    child.on('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`${command} ended with ${code}\n${output}`)),
    );
  });
}

/** Where the packages of these sources are, once a run has packed them. */
const PACKED = path.join(ROOT, '.cache/sdk');
/** A file beside the folder that identifies the sources of its packages. */
const MARK = `${PACKED}.source`;

/** The folder with the packages of these sources; tests of one run share it, and only the first of them packs. */
export async function packedSdk(): Promise<string> {
  const hash = await sourceHash();
  if ((await readFile(MARK, 'utf8').catch(() => '')) === hash) return PACKED;
  await rm(MARK, { force: true });
  await buildSdk();
  await packSdk(PACKED);
  await writeFile(MARK, hash);
  return PACKED;
}

/** A hash over everything that can change a package. */
async function sourceHash(): Promise<string> {
  const hash = createHash('sha256');
  for (const name of SDK) {
    const dir = folderOf(name);
    // a recursive `readdir` would follow the links in node_modules through every package
    const files: string[] = [];
    for await (const file of glob('**/*.*', { cwd: dir, exclude: ['node_modules', 'dist', '.cache'] }))
      files.push(file);
    for (const file of files.toSorted()) hash.update(`${name}/${file}\0`).update(await readFile(path.join(dir, file)));
  }
  for (const file of ['pnpm-lock.yaml', 'pnpm-workspace.yaml', 'tsconfig.json', 'tools/sdk/sdk.ts'])
    hash.update(await readFile(path.join(ROOT, file)));
  return hash.digest('hex');
}

if (import.meta.main) {
  const [folder] = process.argv.slice(2);
  if (folder === undefined) console.log(await packedSdk());
  else {
    await buildSdk();
    await packSdk(path.resolve(folder));
  }
}
