type Texts = Readonly<Record<string, string>>;

export interface TextRules {
  /** Keys whose placeholders may differ: a language may need fewer. */
  readonly otherPlaces?: readonly string[];
  /** Shared texts that must not be redefined. */
  readonly shared?: Texts;
  /** Screens that require a title `screen.<name>`. */
  readonly screens?: readonly string[];
}

const placesOf = (text: string): string =>
  [...text.matchAll(/\{(\w+)\}/g)]
    .map(([place]) => place)
    .toSorted()
    .join(' ');

/** Base key of a plural form, or the key itself: `a.b` of `a.b_one`. */
const baseOf = (key: string): string => key.replace(/_(?:zero|one|two|few|many)$/, '');

/** Keys a language needs for completeness: each text, and each plural form of counted ones (Unicode CLDR). */
export function neededKeys(all: readonly Texts[], locale: string): readonly string[] {
  const keys = [...new Set(all.flatMap((texts) => Object.keys(texts)))];
  const counted = new Set(keys.map((key) => (baseOf(key) === key ? undefined : baseOf(key))));
  const forms = new Intl.PluralRules(locale).resolvedOptions().pluralCategories.filter((form) => form !== 'other');
  return [...new Set(keys.map(baseOf))].flatMap((key) =>
    counted.has(key) ? [key, ...forms.map((form) => `${key}_${form}`)] : [key],
  );
}

/**
 * Faults of a package's texts (I18N-02), by language: missing or unknown keys or plural forms, empty texts,
 * placeholders that differ from the first language, redefined shared texts, screens without title.
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
