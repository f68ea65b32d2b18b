import { type Look, visits } from '../e2e/support/matrix.ts';
import { inTurn } from './sample.ts';

const MATRIX = Array.from({ length: 20 }, (_, at) => at);
/** Git's id of an empty tree: compared with it, everything is new. */
const NOTHING = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';

function given(seed: number, range = ''): void {
  Object.assign(process.env, { SAMPLE_SEED: String(seed), SAMPLE_RANGE: range });
}

const addresses = () => visits().flatMap(({ look, parts }) => parts.flat().map((address) => ({ address, look })));
const nameOf = ({ locale, mode, width }: Look) => `${locale} ${mode} ${width}`;

test('runs one after the other see all of a matrix, each a part of its own', () => {
  const seen = [7, 8, 9].map((seed) => {
    given(seed);
    return inTurn(MATRIX, 3, ['tools']);
  });
  expect(seen.flat().toSorted((a, b) => a - b)).toEqual(MATRIX);
  expect(seen.map(({ length }) => length).toSorted()).toEqual([6, 7, 7]);
});

test('a change of what a matrix is about is met by all of it', () => {
  given(7, `${NOTHING}..HEAD`);
  expect(inTurn(MATRIX, 3, ['tools'])).toEqual(MATRIX);
  expect(inTurn(MATRIX, 3, ['no-such-folder'])).toHaveLength(7);
});

test('four runs open every screen, in four looks by turns, and sixteen runs open each screen in all four', () => {
  const looks = new Map<string, Set<string>>();
  const addressesOf = (seed: number) => {
    given(seed);
    return addresses();
  };
  const four = [600, 601, 602, 603].flatMap(addressesOf).map(({ address }) => address);
  expect(new Set(four).size).toBe(four.length);
  for (let seed = 600; seed < 616; seed += 1) {
    const all = addressesOf(seed);
    expect(new Set(all.map(({ address }) => address)).size).toBe(all.length);
    expect(new Set(all.map(({ look }) => nameOf(look))).size).toBe(4);
    for (const { address, look } of all) looks.set(address, (looks.get(address) ?? new Set()).add(nameOf(look)));
  }
  expect(looks.size).toBeGreaterThan(60);
  expect(looks.size).toBe(four.length);
  expect([...looks].filter(([, { size }]) => size !== 4)).toEqual([]);
});

test('screens that a change touches are opened, too, as far as time allows: a third of all screens', () => {
  const screens = [600, 601, 602, 603].flatMap((seed) => {
    given(seed);
    return addresses().map(({ address }) => address);
  });
  given(600);
  const usual = addresses().map(({ address }) => address);
  given(600, `${NOTHING}..HEAD`);
  const all = addresses().map(({ address }) => address);
  expect(all).toEqual(expect.arrayContaining(usual));
  expect(new Set(all).size).toBe(all.length);
  expect(all).toHaveLength(Math.ceil(screens.length / 3));
});
