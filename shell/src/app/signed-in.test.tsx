import { screen } from '@testing-library/react';
import { createFakeShell, renderIn } from '../testing/fake-shell.tsx';
import { SignedIn } from './signed-in.tsx';

test.each([
  ['ROUTE-12', '/family', 'Sức khỏe gia đình'], ['ROUTE-13', '/profile', 'Hồ sơ cá nhân'], ['ROUTE-24', '/form-example', 'Biểu mẫu minh họa'], ['ROUTE-25', '/component-example', 'Thành phần minh họa'],
])('[%s] with a token %s is a screen of the shell in the app\'s frame', async (_id, path, title) => {
  const { shell } = await createFakeShell({ path, respond: () => ({ resourceType: 'Patient', id: 'patient-main', name: [{ text: 'TRẦN MINH CHÂU' }] }) });
  const found = shell.routes.get().find(path);
  if (found === undefined) throw new Error(`no route ${path}`);
  expect(found.route).toMatchObject({ set: 'in', layout: 'app' });
  expect(found.route.module).toBeUndefined();
  renderIn(shell, <SignedIn decision={{ kind: 'show', ...found }} overlayRoot={document.body} />);
  expect(await screen.findByRole('heading', { level: 1, name: title })).toBeInTheDocument();
  expect(screen.getByRole('banner')).toBeInTheDocument();
});
