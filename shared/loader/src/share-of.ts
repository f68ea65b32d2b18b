/**
 * A device's position in a rollout: 0 to 9,999, stable for the rollout's lifetime as its salt is fixed. The device gets
 * the release if its position is below the share. Implementations must match `rollout-vectors.json` of the contract.
 */
export const shareOf = (module: string, salt: string, key: string): number =>
  murmur3(`${module}:${salt}:${key}`) % 10_000;

/** MurmurHash3, x86, 32 bits, seed 0, of UTF-8 text (Austin Appleby, public domain). */
export function murmur3(text: string): number {
  const bytes = new TextEncoder().encode(text);
  let hash = 0;
  for (let at = 0; at < bytes.length; at += 4) {
    let block = 0;
    for (let place = 3; place >= 0; place -= 1) block = (block << 8) | (bytes[at + place] ?? 0);
    hash ^= Math.imul(rotated(Math.imul(block, 0xcc_9e_2d_51), 15), 0x1b_87_35_93);
    if (at + 4 <= bytes.length) hash = Math.imul(rotated(hash, 13), 5) + 0xe6_54_6b_64;
  }
  hash ^= bytes.length;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85_eb_ca_6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2_b2_ae_35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

const rotated = (bits: number, by: number): number => (bits << by) | (bits >>> (32 - by));
