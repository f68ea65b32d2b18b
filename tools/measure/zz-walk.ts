import { launch } from './browser.ts';
import { startProduct } from './product.ts';
import { signIn } from './sign-in.ts';
const { url } = await startProduct(4_720);
const browser = await launch();
for (const [name, width, height, locale, mode] of [
  ['m', 360, 740, 'vi-VN', 'light'],
  ['d', 1184, 800, 'en-US', 'dark'],
] as const) {
  const context = await browser.newContext({ viewport: { width, height }, locale: 'vi-VN' });
  const page = await context.newPage();
  await signIn(page, url);
  await page.evaluate(
    ([l, c]) => {
      localStorage.setItem('phr.lang', l!);
      localStorage.setItem('phr.colorMode', c!);
    },
    [locale, mode],
  );
  for (const path of process.argv.slice(2)) {
    await page.goto(url + path);
    await page
      .getByRole('heading', { level: 1 })
      .first()
      .waitFor({ timeout: 20000 })
      .catch(() => console.log('no h1', path));
    await page
      .waitForFunction(() => document.querySelector('[aria-busy="true"]:not(button)') === null, undefined, {
        timeout: 20000,
      })
      .catch(() => console.log('busy', path));
    await page.waitForTimeout(600);
    const h = await page.evaluate(() => document.documentElement.scrollHeight);
    console.log(name, path, h);
    await page.screenshot({ path: `/tmp/shots/${name}${path.replaceAll('/', '_')}.png`, fullPage: h < 3500 });
  }
  await context.close();
}
process.exit(0);
