import type { Registry } from '@phr/contract/registry';
import { screen } from '@testing-library/react';
import { createFakeShell, renderIn } from '../testing/fake-shell.tsx';
import { SignedIn } from './signed-in.tsx';

test.each([
  ['/family', 'Sức khỏe gia đình'], ['/profile', 'Hồ sơ cá nhân'], ['/form-example', 'Biểu mẫu minh họa'], ['/component-example', 'Thành phần minh họa'],
])('[ROUTE-12, ROUTE-13, ROUTE-24, ROUTE-25] with a token %s is a screen of the shell in the app\'s frame', async (path, title) => {
  const { shell } = await createFakeShell({ path, respond: () => ({ resourceType: 'Patient', id: 'patient-main', name: [{ text: 'TRẦN MINH CHÂU' }] }) });
  const found = shell.routes.get().find(path);
  if (found === undefined) throw new Error(`no route ${path}`);
  expect(found.route).toMatchObject({ set: 'in', layout: 'app' });
  expect(found.route.module).toBeUndefined();
  renderIn(shell, <SignedIn decision={{ kind: 'show', ...found }} overlayRoot={document.body} />);
  expect(await screen.findByRole('heading', { level: 1, name: title })).toBeInTheDocument();
  expect(screen.getByRole('banner')).toBeInTheDocument();
});

const release = (name: string, slots: Registry['modules'][number]['current']['manifest']['slots'] = []): Registry['modules'][number] =>
  ({ name, enabled: true, loadTimeoutMs: 8_000, current: { version: '1.0.0', container: name, entry: '', integrity: '', manifest: { name, contract: '^1.0.0', access: 'signed-in', calls: [], routes: [{ screen: name, path: `/of-${name}`, layout: 'app', needsMainPatient: true }], slots } } });

test.each([
  ['/of-mfe-x', ['mfe-x/app']],
  ['/dashboard', ['mfe-x/a', 'mfe-x/b', 'mfe-y/c']],
  ['/help', []],
])('while account and patient are read, the parts of modules of %s are on their way', async (path, modules) => {
  const registry: Registry = { schema: 1, publishedAt: '', modules: [release('mfe-x', [{ slot: 'a', place: 'dashboard.main', order: 1 }, { slot: 'b', place: 'dashboard.side', order: 1 }]), release('mfe-y', [{ slot: 'c', place: 'dashboard.side', order: 2 }])] };
  const { shell, seen } = await createFakeShell({ path, patient: 'loading', registry });
  renderIn(shell, <SignedIn decision={{ kind: 'wait' }} overlayRoot={document.body} />);
  expect(seen.preloads).toEqual(modules);
});
