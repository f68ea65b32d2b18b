/** @jest-environment ./shared/build/src/jest-browser.cjs */
import { ownPolicies, watchBlocked } from './page-policies.ts';

const ORIGIN = 'https://phr.test';
const KEY = Symbol.for('phr.page');

test('files of releases pass under one policy and one nonce, made once for a page; nothing else does', () => {
  const made: string[] = [];
  Object.assign(globalThis, {
    trustedTypes: {
      createPolicy(name: string, { createScriptURL }: { createScriptURL(url: string): string }) {
        made.push(name);
        return { createScriptURL: (url: string) => `trusted ${createScriptURL(url)}` };
      },
    },
  });
  const page = ownPolicies(ORIGIN, 'n1');
  expect(page.nonce).toBe('n1');
  expect(page.address(`${ORIGIN}/m/a/1.0.0/remoteEntry.js`)).toBe(`trusted ${ORIGIN}/m/a/1.0.0/remoteEntry.js`);
  expect(page.address(`${ORIGIN}/embed/2.0.0/phr-embed.js`)).toMatch(/^trusted /);
  for (const other of [
    'https://evil.test/m/a.js',
    `${ORIGIN}/m/../api/phr`,
    `${ORIGIN}/embed/x.js`,
    'javascript:alert(1)',
    'data:text/javascript,1',
  ])
    expect(() => page.address(other)).toThrow('Not a file of the health record');
  expect(ownPolicies('https://other.test', 'n2')).toBe(page);
  expect(made).toEqual(['phr-embed']);
  expect(Object.isFrozen((globalThis as unknown as Record<symbol, unknown>)[KEY])).toBe(true);
});

test('what the policy of the page blocks of the record is told by its directive, other things are not', async () => {
  const blocked = (blockedURI: string, effectiveDirective: string) =>
    document.dispatchEvent(Object.assign(new Event('securitypolicyviolation'), { blockedURI, effectiveDirective }));
  const first = watchBlocked(ORIGIN);
  blocked('https://ads.test/a.js', 'img-src');
  expect(await first()).toBeUndefined();
  const second = watchBlocked(ORIGIN);
  blocked(`${ORIGIN}/m/a/1.0.0/remoteEntry.js`, 'script-src-elem');
  expect(await second()).toBe('script-src-elem');
});
