// Draws the app's icons from one source file: pnpm exec node tools/icons.ts. Run it after a change of app.svg and
// commit its output.
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { chromium } from '@playwright/test';
import { ensureChromium } from './chromium.ts';
import { dirOf } from './workspace.ts';

const DIR = path.join(dirOf('shell'), 'src/services/pwa/icons');
/**
 * A phone crops maskable icons to its own shape: their background fills the square and the drawing stays within the
 * middle four fifths.
 */
const ICONS = [
  { file: 'any-192.png', size: 192, rounded: true },
  { file: 'any-512.png', size: 512, rounded: true },
  { file: 'maskable-192.png', size: 192, rounded: false },
  { file: 'maskable-512.png', size: 512, rounded: false },
  { file: 'apple-touch.png', size: 180, rounded: false },
] as const;

const source = await readFile(path.join(DIR, 'app.svg'), 'utf8');
const browser = await chromium.launch({ executablePath: ensureChromium(), args: ['--no-sandbox', '--disable-gpu'] });
try {
  for (const { file, size, rounded } of ICONS) {
    const page = await browser.newPage({ viewport: { width: size, height: size } });
    await page.setContent(
      `<style>body{margin:0}svg{display:block;width:${size}px;height:${size}px}</style>${rounded ? source : source.replace('rx="112"', '')}`,
    );
    await writeFile(path.join(DIR, file), await page.screenshot({ omitBackground: true }));
    await page.close();
    console.log(`  ${file}`);
  }
} finally {
  await browser.close();
}
