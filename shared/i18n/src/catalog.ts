import type { Locale } from '@phr/contract/locale';
import { format, type TextValues } from './format.ts';

/** The texts of one language. */
export interface Catalog<Key extends string> {
  /**
   * Text of a key with its `{placeholders}` filled. If `n`, `count` or `seconds` is a number, the plural form (`_one`,
   * `_few` …, Unicode CLDR) is preferred; the plain key is the category "other". Empty for an unknown key.
   */
  readonly t: (key: Key, values?: TextValues) => string;
  /** Text of a dynamic key, e.g. a screen's name; undefined if there is none. */
  readonly find: (key: string) => string | undefined;
}

/** Wraps the texts of a language. */
export function createCatalog<Key extends string>(locale: Locale, texts: Readonly<Record<Key, string>>): Catalog<Key> {
  const words = new Map<string, string>(Object.entries(texts));
  const plural = new Intl.PluralRules(locale);
  return {
    t(key, values = {}) {
      const count = [values['n'], values['count'], values['seconds']].find((value) => typeof value === 'number');
      const counted = count === undefined ? undefined : words.get(`${key}_${plural.select(count)}`);
      return format(counted ?? words.get(key) ?? '', values);
    },
    find: (key) => words.get(key),
  };
}
