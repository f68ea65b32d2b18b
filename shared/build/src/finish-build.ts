import { copyFile, readdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const COMPRESSIBLE = /\.(?:m?js|css|html|json|svg|wasm)$/;
/** Size limit in bytes for the top brotli levels: they save 7 % of a script, but take seconds on larger files. */
const THOROUGH_UP_TO = 500_000;
const brotliOf = (bytes: number) => ({
  params: { [constants.BROTLI_PARAM_QUALITY]: bytes <= THOROUGH_UP_TO ? 11 : 9 },
});

/** Writes gzip and brotli copies beside each compressible file of a folder, except HTML, which is served as is. */
export async function compressAll(dir: string): Promise<void> {
  for (const entry of await readdir(dir, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !COMPRESSIBLE.test(entry.name) || entry.name === 'index.html') continue;
    const file = path.join(entry.parentPath, entry.name);
    const bytes = await readFile(file);
    await writeFile(`${file}.br`, await promisify(brotliCompress)(bytes, brotliOf(bytes.length)));
    await writeFile(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }));
  }
}

/** Copies a module's manifest into its `dist`, which is useless without it. */
export async function addManifest(dir: string): Promise<void> {
  await copyFile(path.join(dir, 'module.json'), path.join(dir, 'dist/module.json'));
}

const PACKAGES = ['contract', 'module-kit', 'ui', 'http', 'fhir', 'clinical', 'build'];

/** Writes `dist/sdk.json`: versions of the packages the module in `dir` was built with, if any. */
export async function stampSdk(dir: string): Promise<void> {
  const { resolve } = createRequire(path.join(dir, 'package.json'));
  const versions: Record<string, string> = {};
  for (const name of PACKAGES.map((short) => `@phr/${short}`)) {
    try {
      const info = JSON.parse(await readFile(resolve(`${name}/package.json`), 'utf8')) as { version: string };
      versions[name] = info.version;
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'MODULE_NOT_FOUND')) throw error;
    }
  }
  await writeFile(path.join(dir, 'dist/sdk.json'), `${JSON.stringify(versions, null, 2)}\n`);
}
