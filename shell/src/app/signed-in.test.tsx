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
