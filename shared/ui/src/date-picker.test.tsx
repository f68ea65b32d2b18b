import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { DatePickerField } from './date-picker-field.tsx';
import { renderUi } from './render-ui.tsx';

function Form() {
  const [date, setDate] = useState('25/11/2026');
  return <DatePickerField label="Ngày tiêm" value={date} onChange={setDate} max="2026-11-28" />;
}

async function open() {
  await userEvent.click(screen.getByRole('button', { name: 'Chọn ngày trên lịch' }));
  await screen.findByRole('dialog', { name: 'Ngày tiêm' });
}
const typed = () => screen.getByRole('textbox', { name: 'Ngày' });
const save = () => screen.getByRole('button', { name: 'Lưu' });

test('[UI-12] [UX-29] a day of the calendar is taken over with Lưu and given up with Hủy', async () => {
  renderUi(<Form />);
  await open();
  await userEvent.click(screen.getByRole('button', { name: '12 tháng 11 2026' }));
  expect(typed()).toHaveValue('12/11/2026');
  await userEvent.click(screen.getByRole('button', { name: 'Hủy' }));
  expect(screen.getByRole('textbox', { name: 'Ngày tiêm' })).toHaveValue('25/11/2026');
  await open();
  await userEvent.click(screen.getByRole('button', { name: '12 tháng 11 2026' }));
  await userEvent.click(save());
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(screen.getByRole('textbox', { name: 'Ngày tiêm' })).toHaveValue('12/11/2026');
});

test('[UI-10] [UI-11] it cannot be confirmed while the day does not exist or lies outside of the limits', async () => {
  renderUi(<Form />);
  await open();
  await userEvent.clear(typed());
  await userEvent.type(typed(), '31/02/2026');
  expect(typed()).toHaveAccessibleDescription(expect.stringContaining('Ngày không tồn tại. Vui lòng chọn lại'));
  expect(save()).toBeDisabled();
  await userEvent.clear(typed());
  await userEvent.type(typed(), '29/11/2026');
  expect(save()).toBeDisabled();
  await userEvent.clear(typed());
  await userEvent.type(typed(), '28/11/2026');
  expect(save()).toBeEnabled();
});

test('[UI-12] the buttons are named in English, too', async () => {
  const { container } = renderUi(<DatePickerField label="Date of visit" value="" onChange={() => undefined} />, {
    locale: 'en-US',
  });
  expect(container).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Choose a date on the calendar' }));
  expect(await screen.findByRole('button', { name: 'Choose' })).toBeDisabled();
  expect(screen.getByRole('button', { name: 'Cancel' })).toBeInTheDocument();
});

test('[I18N-06] weeks of the calendar run from Monday to Sunday', async () => {
  renderUi(<Form />);
  await open();
  const headers = [...screen.getByRole('dialog').querySelectorAll('thead th')].map((header) => header.textContent);
  expect(headers).toHaveLength(7);
  expect(headers[0]).toBe('T2');
  expect(headers[6]).toBe('CN');
});
