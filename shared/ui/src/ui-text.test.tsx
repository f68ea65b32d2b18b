import type { Locale } from '@phr/contract/host-api';
import { textFaults } from '@phr/testing/text-faults';
import { render, screen } from '@testing-library/react';
import en from './locales/en-US.json' with { type: 'json' };
import vi from './locales/vi-VN.json' with { type: 'json' };
import { renderUi } from './render-ui.tsx';
import { loadUiTexts, useUiText } from '@phr/ui/ui-text';

test('[I18N-02] both languages are complete', () => {
  expect(textFaults({ 'vi-VN': vi, 'en-US': en } satisfies Record<Locale, object>)).toEqual([]);
});

test('a text is looked up in the language of the provider and its places are filled', () => {
  const Count = () => <p>{useUiText()('list.count', { from: 1, to: 20, total: 143 })}</p>;
  renderUi(<Count />);
  expect(screen.getByText('Hiển thị 1–20 trong 143')).toBeInTheDocument();
  renderUi(<Count />, { locale: 'en-US' });
  expect(screen.getByText('Showing 1 to 20 of 143')).toBeInTheDocument();
});

test('texts are fetched one language at a time', async () => {
  expect((await loadUiTexts('en-US'))['common.save']).toBe('Save');
  expect((await loadUiTexts('vi-VN'))['common.save']).toBe('Lưu');
});

test('a component outside of a provider is a fault with a clear message', () => {
  const Lost = () => <p>{useUiText()('common.save')}</p>;
  const silent = import.meta.jest.spyOn(console, 'error').mockImplementation(() => undefined);
  expect(() => render(<Lost />)).toThrow('UiProvider');
  silent.mockRestore();
});
