// Programs that tests need and that npm does not provide: installs Debian packages where that is possible. `node
// tools/debian.ts <package …>`
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** How long to wait for the package mirror, in milliseconds. */
const APT_MS = 300_000;

/**
 * Installs packages as root on Debian. On other systems missing programs stay missing, and the tests that need them are
 * counted as skipped.
 */
export function installFromDebian(packages: readonly string[]): void {
  if (packages.length === 0 || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  console.log(`  installing ${packages.join(', ')} from Debian …`);
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', ...packages]])
    spawnSync('apt-get', ['-qq', ...args], {
      stdio: 'ignore',
      timeout: APT_MS,
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
}

/**
 * Paths of programs that tests use, and the package of each: browsers with other engines and a display, and other
 * readers of DICOM and JPEG 2000.
 */
const OF_TESTS: Readonly<Record<string, string>> = {
  '/usr/bin/firefox-esr': 'firefox-esr',
  '/usr/bin/WebKitWebDriver': 'webkit2gtk-driver',
  '/usr/bin/xvfb-run': 'xvfb',
  '/usr/bin/dcmj2pnm': 'dcmtk',
  '/usr/bin/opj_compress': 'libopenjp2-tools',
};
/** The packages of those programs that are not there. */
export const missingPackages = (): string[] =>
  Object.entries(OF_TESTS).flatMap(([program, name]) => (existsSync(program) ? [] : [name]));

if (import.meta.main) installFromDebian(process.argv.slice(2));
