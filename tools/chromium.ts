import { existsSync } from 'node:fs';
import { installFromDebian } from './debian.ts';

const WHOLE = [
  process.env['CHROMIUM'],
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];
const WINDOWLESS = [process.env['CHROMIUM_WINDOWLESS'], '/usr/bin/chromium-headless-shell'];

/** The first of these that is there; else installed from this package of Debian, when that is possible. */
function found(candidates: readonly (string | undefined)[], debian: string): string | undefined {
  const present = () => candidates.find((file) => file !== undefined && existsSync(file));
  if (present() === undefined) installFromDebian([debian]);
  return present();
}

/** A browser that is already there, else Debian's Chromium. Throws with what to do where there is none. */
export function ensureChromium(): string {
  const chromium = found(WHOLE, 'chromium');
  if (chromium !== undefined) return chromium;
  throw new Error(
    'No Chromium or Chrome found. Install one (Debian: apt-get install chromium) or set CHROMIUM to its path.',
  );
}

/** Chromium without what draws windows: the same engine, a quarter less processor time (ADR 0068); where there is none, a whole one. */
export function ensureWindowless(): string {
  return found(WINDOWLESS, 'chromium-headless-shell') ?? ensureChromium();
}
