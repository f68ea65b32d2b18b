import { screen } from '@testing-library/react';
import { ChoiceField } from './choice-field.tsx';
import { renderUi } from './render-ui.tsx';

const choices = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ value: String(index), label: `Số ${index}` }));
const field = () => screen.findByRole('combobox', { name: 'Chọn số' });
const show = (count: number, search?: boolean) =>
  renderUi(
    <ChoiceField
      label="Chọn số"
      value=""
      onChange={() => undefined}
      options={choices(count)}
      {...(search !== undefined && { search })}
    />,
  );

test('[UI-07] up to 20 choices are a plain list, more have a search box', async () => {
  const { unmount } = show(20);
  expect((await field()).tagName).toBe('SELECT');
  unmount();
  show(21);
  expect(await field()).toHaveAttribute('aria-autocomplete', 'list');
});

test('[UI-07] a search box that is asked for is there with any number of choices', async () => {
  show(2, true);
  expect(await field()).toHaveAttribute('aria-autocomplete', 'list');
});
