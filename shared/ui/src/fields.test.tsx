import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { Checkbox } from './checkbox.tsx';
import { DateField } from './date-field.tsx';
import { FieldFrame } from './field.tsx';
import { FileButton } from './file-button.tsx';
import { NumberField } from './number-field.tsx';
import { RadioGroup } from './radio-group.tsx';
import { renderUi } from './render-ui.tsx';
import { SelectField } from './select-field.tsx';
import { TextArea } from './text-area.tsx';
import { TextField } from './text-field.tsx';
import { TimeField } from './time-field.tsx';

test('[UX-28] label, hint and error belong to the control; optional fields say so', () => {
  renderUi(
    <TextField
      label="Họ và tên"
      hint="Như trên giấy tờ"
      error="Vui lòng nhập họ và tên"
      optional
      value=""
      onChange={() => undefined}
      autoComplete="name"
    />,
  );
  const field = screen.getByRole('textbox', { name: 'Họ và tên (không bắt buộc)' });
  expect(field).toHaveAccessibleDescription('Như trên giấy tờ Lỗi: Vui lòng nhập họ và tên');
  expect(field).toBeInvalid();
  expect(field).toHaveAttribute('autocomplete', 'name');
});

test('a field without error is not marked', () => {
  renderUi(<TextField label="Tên" value="x" onChange={() => undefined} />);
  expect(screen.getByRole('textbox', { name: 'Tên' })).not.toHaveAttribute('aria-invalid');
});

test('what is typed is handed on', async () => {
  const Form = () => {
    const [text, setText] = useState('');
    return (
      <>
        <TextArea label="Ghi chú" value={text} onChange={setText} />
        <output>{text}</output>
      </>
    );
  };
  renderUi(<Form />);
  await userEvent.type(screen.getByRole('textbox', { name: 'Ghi chú' }), 'Đau đầu');
  expect(screen.getByRole('status')).toHaveTextContent('Đau đầu');
});

describe('number field', () => {
  test('[UX-30] it is a text field with a decimal keyboard; the unit is part of its description', () => {
    renderUi(<NumberField label="Tâm thu" unit="mmHg" value="" onChange={() => undefined} />);
    const field = screen.getByRole('textbox', { name: 'Tâm thu' });
    expect(field).toHaveAttribute('type', 'text');
    expect(field).toHaveAttribute('inputmode', 'decimal');
    expect(field).toHaveAccessibleDescription('mmHg');
  });

  test('[UX-30] a pasted 120/80 is handed on as a pair; other text is pasted as usual', () => {
    const pairs: (readonly [string, string])[] = [];
    renderUi(
      <NumberField label="Tâm thu" value="" onChange={() => undefined} onPastePair={(pair) => pairs.push(pair)} />,
    );
    const field = screen.getByRole('textbox', { name: 'Tâm thu' });
    const paste = (text: string) => fireEvent.paste(field, { clipboardData: { getData: () => text } });
    expect(paste('120/80')).toBe(false);
    expect(paste('120')).toBe(true);
    expect(pairs).toEqual([['120', '80']]);
  });

  test('[UX-30] the wheel changes nothing', () => {
    const changes: string[] = [];
    renderUi(<NumberField label="Mạch" value="72" onChange={(value) => changes.push(value)} />);
    fireEvent.wheel(screen.getByRole('textbox', { name: 'Mạch' }), { deltaY: 100 });
    expect(changes).toEqual([]);
  });
});

describe('date and time field', () => {
  const Form = ({ error }: { readonly error?: string }) => {
    const [date, setDate] = useState('');
    const [time, setTime] = useState('');
    return (
      <>
        <DateField label="Ngày" value={date} onChange={setDate} error={error} />
        <TimeField label="Giờ" value={time} onChange={setTime} />
      </>
    );
  };

  test('[UX-29] what can be read is written out on leaving', async () => {
    renderUi(<Form />);
    await userEvent.type(screen.getByRole('textbox', { name: 'Ngày' }), '1-2-2026');
    await userEvent.type(screen.getByRole('textbox', { name: 'Giờ' }), '8h15');
    await userEvent.tab();
    expect(screen.getByRole('textbox', { name: 'Ngày' })).toHaveValue('01/02/2026');
    expect(screen.getByRole('textbox', { name: 'Giờ' })).toHaveValue('08:15');
  });

  test.each([
    ['vi-VN', 'Ngày không tồn tại. Vui lòng chọn lại'],
    ['en-US', 'Date does not exist'],
  ] as const)(
    '[UI-10] [UX-29] a day that does not exist is named after typing, not during it (%s)',
    async (locale, message) => {
      renderUi(<Form />, { locale });
      const field = screen.getByRole('textbox', { name: 'Ngày' });
      await userEvent.type(field, '31/02/2026');
      expect(field).toBeValid();
      await userEvent.tab();
      expect(field).toBeInvalid();
      expect(field).toHaveAccessibleDescription(expect.stringContaining(message));
      expect(field).toHaveValue('31/02/2026');
    },
  );

  test('an unreadable time is named', async () => {
    renderUi(<Form />);
    await userEvent.type(screen.getByRole('textbox', { name: 'Giờ' }), '25:00');
    await userEvent.tab();
    expect(screen.getByRole('textbox', { name: 'Giờ' })).toBeInvalid();
  });

  test('the error of the form goes before the own one', () => {
    renderUi(<Form error="Vui lòng chọn từ ngày" />);
    expect(screen.getByRole('textbox', { name: 'Ngày' })).toHaveAccessibleDescription(
      expect.stringContaining('Vui lòng chọn từ ngày'),
    );
  });
});

describe('choices', () => {
  const options = [
    { value: 'R', label: 'Tay phải' },
    { value: 'L', label: 'Tay trái', hint: 'Ít dùng' },
  ];

  test('a native list with an empty first choice', async () => {
    const chosen: string[] = [];
    renderUi(<SelectField label="Tay đo" value="" onChange={(value) => chosen.push(value)} options={options} />);
    const list = screen.getByRole('combobox', { name: 'Tay đo' });
    expect(list).toHaveDisplayValue('Chọn');
    await userEvent.selectOptions(list, 'Tay trái');
    expect(chosen).toEqual(['L']);
  });

  test('while nothing is chosen no option looks chosen, not even where one is required', () => {
    renderUi(<SelectField label="Tay đo" required value="" onChange={() => undefined} options={options} />);
    expect(screen.getByRole('combobox', { name: 'Tay đo' })).toHaveDisplayValue('Chọn');
  });

  test('radio buttons form a named group with an error', async () => {
    const chosen: string[] = [];
    renderUi(
      <RadioGroup
        label="Tay đo"
        value="R"
        onChange={(value) => chosen.push(value)}
        options={options}
        error="Hãy chọn tay"
      />,
    );
    const group = screen.getByRole('radiogroup', { name: 'Tay đo' });
    expect(group).toHaveAccessibleDescription('Lỗi: Hãy chọn tay');
    expect(screen.getByRole('radio', { name: 'Tay phải' })).toBeChecked();
    await userEvent.click(screen.getByRole('radio', { name: /Tay trái/ }));
    expect(chosen).toEqual(['L']);
  });

  test('a checkbox answers to its words', async () => {
    const answers: boolean[] = [];
    renderUi(
      <Checkbox
        label="Thiết bị dùng chung"
        checked={false}
        onChange={(checked) => answers.push(checked)}
        error="Bắt buộc"
      />,
    );
    await userEvent.click(screen.getByText('Thiết bị dùng chung'));
    expect(answers).toEqual([true]);
    expect(screen.getByRole('checkbox')).toHaveAccessibleDescription('Bắt buộc');
  });
});

test("a file button is the browser's own field, says what was chosen, and gives the same file once more", async () => {
  const seen: string[] = [];
  const Form = () => {
    const [names, setNames] = useState('Chưa chọn tệp');
    const choose = (files: readonly File[]) => {
      seen.push(...files.map(({ name }) => name));
      setNames(files.map(({ name }) => name).join(', '));
    };
    return (
      <FieldFrame label="Tệp của máy đo" hint="CSV">
        {(control) => (
          <FileButton control={control} words="Chọn tệp" note={names} accept=".csv" multiple onChoose={choose} />
        )}
      </FieldFrame>
    );
  };
  renderUi(<Form />);
  const field = screen.getByLabelText('Tệp của máy đo');
  expect(field).toHaveAccessibleDescription('CSV Chưa chọn tệp');
  const files = [new File(['1'], 'a.csv'), new File(['2'], 'b.csv')];
  await userEvent.upload(field, files);
  await userEvent.upload(field, files);
  expect(seen).toEqual(['a.csv', 'b.csv', 'a.csv', 'b.csv']);
  expect(field).toHaveAccessibleDescription('CSV a.csv, b.csv');
});
