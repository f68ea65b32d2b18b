import { screen } from '@testing-library/react';
import { createFakeShell, renderIn } from '../../testing/fake-shell.tsx';
import { ComponentExampleScreen } from './component-example.view.tsx';
import { FormExampleScreen } from './form-example.view.tsx';

test('[EX-01] the examples hold a form, a chart, an avatar picker and headers', async () => {
  const { shell } = await createFakeShell();
  const { unmount } = renderIn(shell, <FormExampleScreen />);
  expect(screen.getByRole('textbox', { name: 'Tên gọi' })).toBeInTheDocument();
  unmount();
  renderIn(shell, <ComponentExampleScreen />);
  for (const name of ['Biểu đồ', 'Chọn ảnh đại diện', 'Tiêu đề trang'])
    expect(screen.getByRole('region', { name })).toBeInTheDocument();
  expect(screen.getByText(/^Tiêu đề dài hơn 25 ký tự…$/)).toBeInTheDocument();
});
