import { expect as playwrightExpect, test } from '@playwright/test';
import { type Proves, provesBy } from '@phr/testing/proves';

let assertions = 0;

/** Counts the matchers used on the result of `expect(…)`; the matchers and their failure messages stay unchanged. */
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

/** Properties of `expect` that return matchers or another `expect`. */
const GIVES_MATCHERS: readonly (string | symbol)[] = ['soft', 'poll', 'configure', 'extend'];
function countingExpect<T extends object>(plain: T): T {
  return new Proxy(plain, {
    apply: (target, self, values) => {
      const given: unknown = Reflect.apply(target as () => unknown, self, values);
      return typeof given === 'function' ? countingExpect(given) : counting(given as object);
    },
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' && GIVES_MATCHERS.includes(name) ? countingExpect(value) : value;
    },
  });
}

/** Playwright's `expect`, counting its matchers. */
export const expect = countingExpect(playwrightExpect);

const recorded = provesBy({
  assertions: () => assertions,
  record: (id) => test.info().annotations.push({ type: 'proves', description: id }),
});

/**
 * See Proves. The row is stored as an annotation of the test; the program that started the run collects them
 * (tools/proven-rows.ts).
 */
export const proves: Proves = (id, block) =>
  recorded(id, async () => {
    const failed = test.info().errors.length;
    await test.step(`proves ${id}`, block);
    if (test.info().errors.length > failed) throw new Error(`A soft assertion failed in the block of ${id}.`);
  });
