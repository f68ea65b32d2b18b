import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const CANDIDATES = [
  process.env['CHROMIUM'],
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

const found = (): string | undefined => CANDIDATES.find((file) => file !== undefined && existsSync(file));

/** A browser that is already there, else Debian's Chromium, installed when that is possible. Throws with what to do otherwise. */
export function ensureChromium(): string {
  const present = found();
  if (present) return present;
  if (process.platform === 'linux' && process.getuid?.() === 0) {
    console.log('  installing Chromium from Debian …');
    spawnSync('apt-get', ['update', '-qq'], { stdio: 'ignore' });
    spawnSync('apt-get', ['install', '-y', '-qq', 'chromium'], { stdio: 'ignore' });
  }
  const installed = found();
  if (installed) return installed;
  throw new Error(
    'No Chromium or Chrome found. Install one (Debian: apt-get install chromium) or set CHROMIUM to its path.',
  );
}
