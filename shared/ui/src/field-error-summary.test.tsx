import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createRoot } from 'react-dom/client';
import { act } from 'react';
import { UiProvider } from '@phr/ui/ui-text';
import { FieldErrorSummary, type FieldError } from './field-error-summary.tsx';
import vi from './locales/vi-VN.json' with { type: 'json' };
import { RadioGroup } from './radio-group.tsx';
import { renderUi } from './render-ui.tsx';
import { TextField } from './text-field.tsx';

const errors: readonly FieldError[] = [
  { fieldId: 'systolic', message: 'Huyết áp phải là số' },
  { fieldId: 'arm', message: 'Hãy chọn tay' },
  { message: 'Máy chủ không truy cập được' },
];
const form = (shown: readonly FieldError[], attempt: number) => (
  <>
    <FieldErrorSummary errors={shown} attempt={attempt} />
    <TextField id="systolic" label="Tâm thu" value="" onChange={() => undefined} />
    <RadioGroup
      id="arm"
      label="Tay đo"
      value={undefined}
      onChange={() => undefined}
      options={[{ value: 'R', label: 'Tay phải' }]}
    />
  </>
);

test('[UX-32] [ERR-17] the summary takes the focus and links to the fields with faults', async () => {
  renderUi(form(errors, 1));
  const summary = screen.getByRole('alert');
  expect(summary).toHaveFocus();
  expect(within(summary).getByRole('heading')).toHaveTextContent('Có lỗi cần sửa');
  expect(summary).toHaveTextContent('Vui lòng kiểm tra lại thông tin đã nhập');
  const address = window.location.href;
  await userEvent.click(screen.getByRole('link', { name: 'Huyết áp phải là số' }));
  expect(screen.getByRole('textbox', { name: 'Tâm thu' })).toHaveFocus();
  await userEvent.click(screen.getByRole('link', { name: 'Hãy chọn tay' }));
  expect(screen.getByRole('radio')).toHaveFocus();
  expect(window.location.href).toBe(address);
});

test('[UX-32] the focus stays in a field while errors are mended, and returns with the next attempt', async () => {
  const { rerender } = renderUi(form(errors, 1));
  await userEvent.click(screen.getByRole('textbox', { name: 'Tâm thu' }));
  rerender(form(errors.slice(1), 1));
  expect(screen.getByRole('textbox', { name: 'Tâm thu' })).toHaveFocus();
  rerender(form(errors.slice(1), 2));
  expect(screen.getByRole('alert')).toHaveFocus();
});

test('without errors there is nothing', () => {
  renderUi(<FieldErrorSummary errors={[]} attempt={1} />);
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

test('[UX-32] the links work in a shadow root', async () => {
  const { container } = render(<div />);
  const root = container.attachShadow({ mode: 'open' });
  await act(async () =>
    createRoot(root).render(
      <UiProvider locale="vi-VN" texts={vi}>
        {form(errors, 1)}
      </UiProvider>,
    ),
  );
  root.querySelector('a')?.click();
  expect(root.activeElement).toBe(root.getElementById('systolic'));
});
