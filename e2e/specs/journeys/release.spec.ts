import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { PORTS } from '../../support/addresses.ts';
import { expect, onScreen, test } from '../../support/app.ts';

const ROOT = path.join(import.meta.dirname, '../../..');
const release = (...args: string[]) => execFileSync(process.execPath, [path.join(ROOT, 'tools/release.ts'), ...args], { cwd: ROOT, env: { ...process.env, RELEASES_DIR: path.join(ROOT, `.data/e2e-${PORTS.shell}/releases`) }, encoding: 'utf8' });

test('[ARCH-04, ARCH-06] one module is released, rolled back, killed and revived while the shell runs on unchanged', async ({ app }) => {
  test.setTimeout(180_000);
  const loaded = () => app.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => /\/m\/mfe-devices\/([^/]+)\/remoteEntry/.exec(name)?.[1]).find((version) => version !== undefined));
  const shellScript = () => app.evaluate(() => [...document.scripts].map(({ src }) => src).find((src) => src.includes('/main.')));
  const visit = async () => { await app.goto('/medical-devices'); await app.getByRole('heading', { level: 1 }).first().waitFor(); };

  await visit();
  const [first, shell] = [await loaded(), await shellScript()];
  release('publish', 'mfe-devices', '--version', '9.0.1', '--percent', '100');
  await visit();
  await onScreen(app, 'Thiết bị y tế');
  expect(await loaded()).toBe('9.0.1');
  expect(await shellScript()).toBe(shell);

  release('rollback', 'mfe-devices');
  await visit();
  await onScreen(app, 'Thiết bị y tế');
  expect(await loaded()).toBe(first);

  release('kill', 'mfe-devices');
  await visit();
  await expect(app.getByText('Không tải được phần này').first()).toBeVisible();
  expect(await loaded()).toBeUndefined();
  release('revive', 'mfe-devices');
  await visit();
  await onScreen(app, 'Thiết bị y tế');
});
