import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const COMPRESSIBLE = /\.(?:m?js|css|html|json|svg|wasm)$/;
/** Brotli's last levels save 7 % of a script, and cost seconds on what is larger than this, in bytes. */
const THOROUGH_UP_TO = 500_000;

/** The compressed copies of a file that are smaller than it; those that its build made are taken as they are. */
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
