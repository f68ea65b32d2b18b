import { countTransfers, kb, launch, type Transfer } from './browser.ts';
import { startProduct } from './product.ts';
import { signIn } from './sign-in.ts';

const show = (name: string, { requests, script, style, font }: Transfer): void =>
  console.log(`  ${name.padEnd(34)} ${String(requests).padStart(3)} requests, script ${kb(script)}, style ${kb(style)}, fonts ${kb(font)}`);

/** What the first pages cost over an empty cache, on the wire. */
export async function measurePages(): Promise<void> {
  const { url, backend } = await startProduct(4600);
  const browser = await launch();
  const fresh = () => browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'vi-VN' }).then((context) => context.newPage());
  const signInPage = await fresh();
  const read = await countTransfers(signInPage);
  await signInPage.goto(`${url}/signin`);
  await signInPage.getByRole('button', { name: 'Đăng nhập' }).and(signInPage.locator(':enabled')).waitFor();
  await signInPage.waitForLoadState('networkidle');
  show('sign-in page', read());

  const dashboard = await fresh();
  await signIn(dashboard, url);
  await dashboard.waitForLoadState('networkidle');
  const again = await countTransfers(dashboard);
  const devtools = await dashboard.context().newCDPSession(dashboard);
  await devtools.send('Network.clearBrowserCache');
  await dashboard.goto(`${url}/dashboard`);
  await dashboard.getByText('Huyết áp').first().waitFor();
  await dashboard.waitForLoadState('networkidle');
  show('dashboard, all of it', again());
  await browser.close();
  await backend.stop();
}
