// Stores this checkout's builds as a release that later ones are tested against: `node tools/skew/kept-release.ts
// <day>` writes e2e/fixtures/releases/<day>.br, or <day>-2.br for the second of a day. The last two are kept; older
// ones are deleted.
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants } from 'node:zlib';
import { dirOf, MODULES, ROOT } from '../workspace.ts';

const KEPT = path.join(ROOT, 'e2e/fixtures/releases');
/** The day of a release, and from the second release of a day on its number. */
const LABEL = /^\d{4}-\d{2}-\d{2}(?:-[2-9])?$/;
/** How many are kept. */
const KEPT_ONES = 2;
/** Copies and source maps; files needed only to open a picture or a document of a hospital; licences. */
const LEFT_OUT = /\.(?:br|gz|map)$|(?:^|\/)(?:LICENSE|pdf\/|decode\/)/;

interface Header {
  readonly files: readonly { readonly path: string; readonly bytes: number }[];
}

/**
 * Packs files as one text of their names and sizes, a line break, and their bytes. They are compressed together, since
 * modules have much in common.
 */
export async function pack(files: ReadonlyMap<string, Buffer>): Promise<Buffer> {
  const header: Header = { files: [...files].map(([name, bytes]) => ({ path: name, bytes: bytes.length })) };
  const whole = Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), ...files.values()]);
  return promisify(brotliCompress)(whole, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 },
  });
}

/** The files of a pack. */
export async function unpack(packed: Buffer): Promise<ReadonlyMap<string, Buffer>> {
  const whole = await promisify(brotliDecompress)(packed);
  const end = whole.indexOf('\n');
  const { files } = JSON.parse(whole.subarray(0, end).toString()) as Header;
  let at = end + 1;
  return new Map(
    files.map(({ path: name, bytes }) => {
      const file = whole.subarray(at, at + bytes);
      at += bytes;
      return [name, file];
    }),
  );
}

/** Writes the files of a stored release below a folder: `<package>/<file>`. */
export async function unpackInto(label: string, folder: string): Promise<void> {
  for (const [name, bytes] of await unpack(await readFile(path.join(KEPT, `${label}.br`)))) {
    const file = path.join(folder, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, bytes);
  }
}

/** The day on which a stored release was made. */
export const dayOf = (label: string): string => label.slice(0, 'yyyy-mm-dd'.length);

/** The labels of the stored releases, the oldest first. */
export async function storedLabels(): Promise<readonly string[]> {
  const names = await readdir(KEPT).catch(() => []);
  return names
    .filter((name) => name.endsWith('.br'))
    .map((name) => name.slice(0, -3))
    .toSorted();
}

async function builtFiles(): Promise<ReadonlyMap<string, Buffer>> {
  const found = new Map<string, Buffer>();
  for (const name of ['shell', ...MODULES]) {
    const dist = path.join(dirOf(name), 'dist');
    for (const file of (await readdir(dist, { recursive: true, withFileTypes: true })).filter((one) => one.isFile())) {
      const whole = path.join(file.parentPath, file.name);
      const inside = path.relative(dist, whole);
      if (!LEFT_OUT.test(inside)) found.set(path.join(name, inside), await readFile(whole));
    }
  }
  return found;
}

if (import.meta.main) {
  const [, , label = ''] = process.argv;
  if (!LABEL.test(label)) throw new Error('Usage: node tools/skew/kept-release.ts <yyyy-mm-dd, or yyyy-mm-dd-2>');
  const packed = await pack(await builtFiles());
  await mkdir(KEPT, { recursive: true });
  await writeFile(path.join(KEPT, `${label}.br`), packed);
  for (const old of (await storedLabels()).slice(0, -KEPT_ONES)) await rm(path.join(KEPT, `${old}.br`));
  console.log(`${label}: ${(packed.length / 1e6).toFixed(2)} MB`);
}
