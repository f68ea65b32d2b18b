import type { Locale } from '@phr/contract/locale';
import { format, type TextValues } from './format.ts';

/** The texts of one language. */
export interface Catalog<Key extends string> {
  /**
   * The text of a key with its `{places}` filled. Where `n`, `count` or `seconds` is a number, the text under the key with its plural
   * category (`_one`, `_few` …, Unicode CLDR) comes first; the key alone is the category "other". Empty for a key that is not there.
   */
  readonly t: (key: Key, values?: TextValues) => string;
  /** The text of a key made from data, e.g. a screen's name; undefined when there is none. */
  readonly find: (key: string) => string | undefined;
}

/** The texts of a language behind one function. */
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
