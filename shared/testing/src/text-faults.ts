type Texts = Readonly<Record<string, string>>;

export interface TextRules {
  /** Keys whose places may differ: a language may need fewer words. */
  readonly otherPlaces?: readonly string[];
  /** Texts written elsewhere that must not be written again. */
  readonly shared?: Texts;
  /** Screens that need a title under `screen.<name>`. */
  readonly screens?: readonly string[];
}

const placesOf = (text: string): string =>
  [...text.matchAll(/\{(\w+)\}/g)]
    .map(([place]) => place)
    .toSorted()
    .join(' ');

/** The key of which `key` is a plural form, or itself: `a.b` of `a.b_one`. */
const baseOf = (key: string): string => key.replace(/_(?:zero|one|two|few|many)$/, '');

/** The keys that a language needs so that it says what all of them say: each text, and each plural form of what is counted (Unicode CLDR). */
export function neededKeys(all: readonly Texts[], locale: string): readonly string[] {
  const keys = [...new Set(all.flatMap((texts) => Object.keys(texts)))];
  const counted = new Set(keys.map((key) => (baseOf(key) === key ? undefined : baseOf(key))));
  const forms = new Intl.PluralRules(locale).resolvedOptions().pluralCategories.filter((form) => form !== 'other');
  return [...new Set(keys.map(baseOf))].flatMap((key) =>
    counted.has(key) ? [key, ...forms.map((form) => `${key}_${form}`)] : [key],
  );
}

/**
 * What is wrong with a package's texts (I18N-02), by language: a key or a plural form that is missing or not known, an empty text, places
 * that differ from the first language's, a shared text written again, a screen without a title.
 */
export function textFaults(
  texts: Readonly<Record<string, Texts>>,
  { otherPlaces = [], shared = {}, screens = [] }: TextRules = {},
): readonly string[] {
  const all = Object.values(texts);
  const [first = {}] = all;
  return [
    ...Object.entries(texts).flatMap(([locale, own]) => {
      const needed = neededKeys(all, locale);
      return [
        ...needed.flatMap((key) => {
          const text = own[key];
          if (text === undefined) return [`${key} is missing in ${locale}`];
          if (text.trim() === '') return [`${key} is empty in ${locale}`];
          const model = first[baseOf(key)];
          return model === undefined || placesOf(text) === placesOf(model) || otherPlaces.includes(key)
            ? []
            : [`${key} has other places in ${locale}`];
        }),
        ...Object.keys(own)
          .filter((key) => !needed.includes(key))
          .map((key) => `${key} is no plural form of ${locale}`),
      ];
    }),
    ...Object.keys(first)
      .filter((key) => shared[key] !== undefined)
      .map((key) => `${key} is a shared text`),
    ...screens
      .filter((screen) => first[`screen.${screen}`] === undefined)
      .map((screen) => `screen ${screen} has no title`),
  ];
}
