const ALGORITHMS: Readonly<Record<string, string>> = { sha256: 'SHA-256', sha384: 'SHA-384', sha512: 'SHA-512' };

/** True when bytes have the hash that is written as in an `integrity` attribute, `sha256-…`. An unknown algorithm is a no. */
export async function isAsListed(bytes: ArrayBuffer, integrity: string): Promise<boolean> {
  const [name = '', expected] = integrity.trim().split(/-(.*)/, 2);
  const algorithm = ALGORITHMS[name];
  if (algorithm === undefined) return false;
  const hash = new Uint8Array(await crypto.subtle.digest(algorithm, bytes));
  return btoa(String.fromCharCode(...hash)) === expected;
}
