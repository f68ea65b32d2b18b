const ALGORITHMS: Readonly<Record<string, string>> = { sha256: 'SHA-256', sha384: 'SHA-384', sha512: 'SHA-512' };

/** True if the bytes match a hash in `integrity` notation, `sha256-…`. False for an unknown algorithm. */
export async function isAsListed(bytes: ArrayBuffer, integrity: string): Promise<boolean> {
  const [name = '', expected] = integrity.trim().split(/-(.*)/, 2);
  const algorithm = ALGORITHMS[name];
  if (algorithm === undefined) return false;
  const hash = new Uint8Array(await crypto.subtle.digest(algorithm, bytes));
  return btoa(String.fromCharCode(...hash)) === expected;
}
