import { expect as playwrightExpect, test } from '@playwright/test';
import { type Proves, provesBy } from '@phr/testing/proves';

let assertions = 0;

/** Counts the matchers that are taken from what `expect(…)` gives; they stay what they are, and so does what they say when they fail. */
function counting<T extends object>(matchers: T): T {
  return new Proxy(matchers, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value === 'object' && value !== null) return counting(value);
      if (typeof value === 'function') assertions += 1;
      return value;
    },
  });
}

type Expect = typeof playwrightExpect;
const MAKE_MATCHERS: readonly (string | symbol)[] = ['soft', 'poll'];

/** Playwright's own, which also knows how often it was used. */
export const expect: Expect = new Proxy(playwrightExpect, {
  apply: (target, self, values) => counting(Reflect.apply(target, self, values) as object),
  get(target, name) {
    const value: unknown = Reflect.get(target, name);
    if (typeof value !== 'function' || !MAKE_MATCHERS.includes(name)) return value;
    return (...values: readonly unknown[]) => counting(Reflect.apply(value, target, values) as object);
  },
});

const recorded = provesBy({
  assertions: () => assertions,
  record: (id) => test.info().annotations.push({ type: 'proves', description: id }),
});

/** See Proves. The row is an annotation of the test; who started the run collects them (tools/proven-rows.ts). */
export const proves: Proves = (id, block) =>
  recorded(id, async () => {
    const failed = test.info().errors.length;
    await test.step(`proves ${id}`, block);
    if (test.info().errors.length > failed) throw new Error(`A soft assertion failed in the block of ${id}.`);
  });
