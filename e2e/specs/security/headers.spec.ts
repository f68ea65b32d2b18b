import { SHELL } from '../../support/addresses.ts';
import { expect, test } from '../../support/app.ts';

test('[SEC-05] the document policy is strict, Trusted Types are on, and nothing may frame the app', async ({
  request,
}) => {
  const { headers: read } = await request.get('/').then((answer) => ({ headers: answer.headers() }));
  const policy = read['content-security-policy'] ?? '';
  const directive = (name: string) =>
    policy
      .split(';')
      .map((part) => part.trim())
      .find((part) => part.startsWith(`${name} `)) ?? '';
  expect(directive('default-src')).toBe("default-src 'none'");
  expect(directive('script-src')).not.toMatch(/unsafe-inline|'unsafe-eval'/);
  expect(directive('style-src')).toBe("style-src 'self'");
  expect(directive('frame-ancestors')).toBe("frame-ancestors 'none'");
  expect(directive('base-uri')).toBe("base-uri 'none'");
  expect(policy).toContain("require-trusted-types-for 'script'");
  expect(read['x-content-type-options']).toBe('nosniff');
  expect(read['referrer-policy']).toBe('no-referrer');
});

test('a script or a style that somebody injects does not run', async ({ app }) => {
  const ran = await app.evaluate(() => {
    const outcome: string[] = [];
    try {
      document.body.insertAdjacentHTML('beforeend', '<img src=x onerror="window.ran = 1">');
      outcome.push('html');
    } catch {
      /* rejected by Trusted Types */
    }
    const script = document.createElement('script');
    try {
      script.textContent = 'window.ran = 1';
      document.body.append(script);
    } catch {
      /* rejected */
    }
    try {
      const foreign = document.createElement('script');
      foreign.src = 'https://evil.test/x.js';
      outcome.push('address');
    } catch {
      /* rejected */
    }
    if ('ran' in window) outcome.push('ran');
    return outcome;
  });
  expect(ran).toEqual([]);
});

for (const wanted of [
  '//evil.test',
  'https:evil.test',
  '/\\evil.test',
  '%2F%2Fevil.test',
  'javascript:alert(1)',
  `/${'a'.repeat(5000)}`,
  '/encounters?x=<img src=x onerror=alert(1)>',
]) {
  test(`a deep link never leaves the app or runs anything: ${wanted.slice(0, 40)}`, async ({ page, faults }) => {
    await page.goto(`/signin?returnTo=${encodeURIComponent(wanted)}`);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    // Used as a path, it leads to the app or to a 404 page, never to another site.
    await page.goto(`/${encodeURIComponent(wanted).slice(0, 1500)}`);
    expect(new URL(page.url()).origin).toBe(SHELL);
    expect(faults.errors).toEqual([]);
    expect(faults.policy).toEqual([]);
  });
}

test("[SEC-03, BACK-10] another family's record is refused, whoever asks from the page", async ({ app }) => {
  const status = await app.evaluate(async () => {
    const token = Object.keys(sessionStorage)
      .map((key) => /eyJ[\w-]+\.[\w-]+\.[\w-]+/.exec(sessionStorage.getItem(key) ?? '')?.[0])
      .find((found) => found !== undefined);
    const answer = await fetch('/fhir/Patient/00000000-0000-4000-8000-000000000001/Observation', {
      headers: { Authorization: `Bearer ${token}` },
    });
    return { status: answer.status, text: await answer.text() };
  });
  expect(status.status).toBe(403);
  expect(status.text).not.toMatch(/valueQuantity|name/);
});
