import { copyFile, readdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const COMPRESSIBLE = /\.(?:m?js|css|html|json|svg|wasm)$/;
/** Brotli is for what browsers load. Its last levels save 7 % of a script, and cost seconds on what is larger than this, in bytes. */
const THOROUGH_UP_TO = 500_000;
const brotliOf = (bytes: number) => ({
  params: { [constants.BROTLI_PARAM_QUALITY]: bytes <= THOROUGH_UP_TO ? 11 : 9 },
});

/** Puts a compressed twin in two encodings beside each file of a folder that compresses; a page itself is served as it is. */
export async function compressAll(dir: string): Promise<void> {
  for (const entry of await readdir(dir, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !COMPRESSIBLE.test(entry.name) || entry.name === 'index.html') continue;
    const file = path.join(entry.parentPath, entry.name);
    const bytes = await readFile(file);
    await writeFile(`${file}.br`, await promisify(brotliCompress)(bytes, brotliOf(bytes.length)));
    await writeFile(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }));
  }
}

/** Puts the manifest of a module into its `dist`, which goes nowhere without it. */
export async function addManifest(dir: string): Promise<void> {
  await copyFile(path.join(dir, 'module.json'), path.join(dir, 'dist/module.json'));
}

const PACKAGES = ['contract', 'module-kit', 'ui', 'http', 'fhir', 'clinical', 'build'];

/** Writes `dist/sdk.json`: the versions of the packages that the module in `dir` was built with; those that it has none of are left out. */
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
