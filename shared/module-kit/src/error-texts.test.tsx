import { readFileSync } from 'node:fs';
import en from '@phr/ui/locales/en-US';
import vi from '@phr/ui/locales/vi-VN';

test('[I18N-02, ERR-25] every error of the catalogue has its words in both languages', () => {
  const source = readFileSync('shared/http/src/error-key.ts', 'utf8');
  const keys = [...new Set([...source.matchAll(/'([a-z]+\.[A-Za-z]+)'/g)].map((match) => match[1] ?? ''))];
  expect(keys.length).toBeGreaterThan(20);
  for (const key of keys) {
    expect(vi).toHaveProperty([key]);
    expect(en).toHaveProperty([key]);
  }
});
