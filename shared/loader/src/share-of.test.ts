import { readFileSync } from 'node:fs';
import { murmur3, shareOf } from './share-of.ts';

/** Test vectors for every implementation of shares. */
const VECTORS = JSON.parse(readFileSync('shared/contract/src/rollout-vectors.json', 'utf8')) as readonly {
  readonly module: string;
  readonly salt: string;
  readonly key: string;
  readonly share: number;
}[];

test.each([
  ['', 0],
  ['a', 0x3c_25_69_b2],
  ['test', 0xba_6b_d2_13],
  ['Hello, world!', 0xc0_36_3e_43],
  ['The quick brown fox jumps over the lazy dog', 0x2e_4f_f7_23],
])('MurmurHash3 of %j is the one that others publish', (text, hash) => {
  expect(murmur3(text)).toBe(hash);
});

test('[ARCH-06] a device stands in a rollout where the contract says, in any script', () => {
  for (const { module, salt, key, share } of VECTORS) expect(shareOf(module, salt, key)).toBe(share);
  expect(VECTORS.length).toBeGreaterThan(8);
});
