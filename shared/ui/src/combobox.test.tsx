import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { Combobox } from './combobox.tsx';
import { renderUi } from './render-ui.tsx';

const options = [
  { value: 'E11', label: 'Tiểu đường' },
  { value: 'O24', label: 'Bệnh tiểu đường thai kỳ' },
  { value: 'I10', label: 'Tăng huyết áp' },
];

function Form() {
  const [value, setValue] = useState('');
  return (
    <>
      <Combobox
        label="Tên bệnh"
        value={value}
        onChange={setValue}
        options={options}
        error={value === '' ? 'Vui lòng chọn' : undefined}
      />
      <output aria-label="Mã">{value}</output>
    </>
  );
}

// jsdom has no layout
beforeAll(() => {
  Element.prototype.scrollIntoView = () => undefined;
});

const field = () => screen.getByRole('combobox', { name: 'Tên bệnh' });
const shown = () => screen.queryAllByRole('option').map((option) => option.textContent);

test('[UX-40] typing without marks finds, what begins with it stands first, and the keyboard chooses', async () => {
  renderUi(<Form />);
  expect(field()).toBeInvalid();
  await userEvent.type(field(), 'tieu duong');
  expect(field()).toHaveAttribute('aria-expanded', 'true');
  await waitFor(() => expect(shown()).toEqual(['Tiểu đường', 'Bệnh tiểu đường thai kỳ']));
  await userEvent.keyboard('{ArrowDown}{Enter}');
  expect(screen.getByRole('status', { name: 'Mã' })).toHaveTextContent('E11');
  expect(field()).toHaveValue('Tiểu đường');
  expect(field()).toHaveAttribute('aria-expanded', 'false');
});

test('nothing found is said; leaving the field shows what is chosen again', async () => {
  renderUi(<Form />);
  await userEvent.type(field(), 'xyz');
  await waitFor(() => expect(field()).toHaveAccessibleDescription(expect.stringContaining('Không tìm thấy kết quả')));
  await userEvent.tab();
  expect(field()).toHaveValue('');
});

test('emptying the field takes the choice back', async () => {
  renderUi(<Form />);
  await userEvent.type(field(), 'huyet{ArrowDown}{Enter}');
  expect(screen.getByRole('status', { name: 'Mã' })).toHaveTextContent('I10');
  await userEvent.clear(field());
  expect(screen.getByRole('status', { name: 'Mã' })).toBeEmptyDOMElement();
});

test('where it may be typed freely each text is told, and stays when the field is left without a choice', async () => {
  const FreeForm = () => {
    const [words, setWords] = useState('');
    return (
      <Combobox
        label="Tên bệnh"
        value={words === '' ? '' : 'typed'}
        options={words === '' ? [] : [{ value: 'typed', label: words }]}
        onChange={() => undefined}
        onTyped={setWords}
      />
    );
  };
  renderUi(<FreeForm />);
  await userEvent.type(field(), 'Đau lưng');
  await userEvent.tab();
  expect(field()).toHaveValue('Đau lưng');
});

describe('the pause before a search', () => {
  beforeEach(() => {
    import.meta.jest.useFakeTimers();
  });
  afterEach(() => {
    import.meta.jest.useRealTimers();
  });
  const wait = (ms: number) => act(() => import.meta.jest.advanceTimersByTime(ms));
  const labels = () => screen.queryAllByRole('option', { hidden: true }).map((option) => option.textContent);
  const cities = ['Hà Nội', 'Đà Nẵng', 'Huế'].map((label) => ({ value: label, label }));

  test('[UI-08] [UI-09] the search runs 600 ms after the last key, and marks do not matter', () => {
    const searches: string[] = [];
    renderUi(
      <Combobox
        label="Tên bệnh"
        value=""
        onChange={() => undefined}
        options={cities}
        onSearch={(text) => searches.push(text)}
      />,
    );
    fireEvent.change(field(), { target: { value: 'da' } });
    wait(599);
    fireEvent.change(field(), { target: { value: 'da nang' } });
    wait(599);
    expect(labels()).toHaveLength(3);
    expect(searches).toEqual([]);
    wait(1);
    expect(labels()).toEqual(['Đà Nẵng']);
    expect(searches).toEqual(['da nang']);
  });

  test('[UI-09] a key that acts on what is found does not wait', () => {
    renderUi(<Combobox label="Tên bệnh" value="" onChange={() => undefined} options={cities} />);
    fireEvent.change(field(), { target: { value: 'hue' } });
    fireEvent.keyDown(field(), { key: 'ArrowDown' });
    expect(labels()).toEqual(['Huế']);
  });
});
