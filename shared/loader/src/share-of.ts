/**
 * Where a device stands in a rollout: a whole number from 0 up to 9,999 that it keeps as long as the rollout lives, since its salt is made once. The device gets
 * the release while its number is below the rollout's share. `rollout-vectors.json` of the contract binds whoever computes it.
 */
export const shareOf = (module: string, salt: string, key: string): number =>
  murmur3(`${module}:${salt}:${key}`) % 10_000;

/** MurmurHash3, x86, 32 bits, seed 0, of a text in UTF-8 (Austin Appleby, public domain). */
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
