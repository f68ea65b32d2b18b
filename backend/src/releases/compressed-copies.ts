import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const COMPRESSIBLE = /\.(?:m?js|css|html|json|svg|wasm)$/;
/** Size limit in bytes for the top brotli levels: they save 7 % of a script, but take seconds on larger files. */
const THOROUGH_UP_TO = 500_000;

/** Compressed copies smaller than the file; those made by its build are reused. */
export async function compressedCopies(
  name: string,
  bytes: Buffer,
  given: (suffix: 'br' | 'gz') => Buffer | undefined = () => undefined,
): Promise<{ readonly br: Buffer | null; readonly gz: Buffer | null }> {
  if (!COMPRESSIBLE.test(name)) return { br: null, gz: null };
  const smaller = (copy: Buffer): Buffer | null => (copy.length < bytes.length ? copy : null);
  return {
    br: smaller(given('br') ?? (await brotliOf(bytes))),
    gz: smaller(given('gz') ?? (await gzipOf(bytes))),
  };
}

const brotliOf = (bytes: Buffer): Promise<Buffer> =>
  promisify(brotliCompress)(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: bytes.length <= THOROUGH_UP_TO ? 11 : 9 },
  });
const gzipOf = (bytes: Buffer): Promise<Buffer> => promisify(gzip)(bytes, { level: 9 });
