import { render, screen } from '@testing-library/react';
import en from './locales/en.json' with { type: 'json' };
import vi from './locales/vi.json' with { type: 'json' };
import { renderUi } from './render-ui.tsx';
import { loadUiTexts, useUiText } from '@phr/ui/ui-text';

const places = (text: string): string[] => [...text.matchAll(/\{\w+\}/g)].map(String).sort();

test('[I18N-02] both languages have the same keys, no text is empty, and each text has the same places', () => {
  expect(Object.keys(en).sort()).toEqual(Object.keys(vi).sort());
  const english = new Map(Object.entries(en));
  for (const [key, text] of Object.entries(vi)) {
    expect({ key, places: places(english.get(key) ?? '') }).toEqual({ key, places: places(text) });
    expect(text.trim()).not.toBe('');
    expect(english.get(key)?.trim()).not.toBe('');
  }
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
