import uiEn from '@phr/ui/locales/en';
import uiVi from '@phr/ui/locales/vi';
import en from './en.json' with { type: 'json' };
import vi from './vi.json' with { type: 'json' };
import { SHELL_ROUTES } from '../app/routes.ts';

test('[I18N-02] both languages have the same keys, and none is empty', () => {
  expect(Object.keys(en).sort()).toEqual(Object.keys(vi).sort());
  for (const words of [vi, en]) for (const [key, text] of Object.entries(words)) expect(`${key}: ${text.trim()}`).not.toBe(`${key}: `);
});

test('[I18N-02] a text has the same places in both languages', () => {
  const places = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(String).sort();
  for (const [key, text] of Object.entries(vi)) expect([key, places(text)]).toEqual([key, places(Object.entries(en).find(([other]) => other === key)?.[1] ?? '')]);
});

test('the shell never writes its own version of a shared text', () => {
  const shared = new Set([...Object.keys(uiVi), ...Object.keys(uiEn)]);
  expect(Object.keys(vi).filter((key) => shared.has(key))).toEqual([]);
});

test('[UX-01] every screen of the shell has a title in both languages', () => {
  for (const { screen } of SHELL_ROUTES) {
    expect(vi).toHaveProperty([`screen.${screen}`]);
    expect(en).toHaveProperty([`screen.${screen}`]);
  }
});
