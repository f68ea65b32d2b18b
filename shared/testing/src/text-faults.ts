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

/** What is wrong with a package's texts (I18N-02): a key missing in one language, an empty text, different places to fill, a shared text written again, a screen without a title. */
export function textFaults(
  vi: Texts,
  en: Texts,
  { otherPlaces = [], shared = {}, screens = [] }: TextRules = {},
): readonly string[] {
  const keys = [...new Set([...Object.keys(vi), ...Object.keys(en)])];
  return [
    ...keys.flatMap((key) => {
      const [vietnamese, english] = [vi[key], en[key]];
      if (vietnamese === undefined) return [`${key} is missing in Vietnamese`];
      if (english === undefined) return [`${key} is missing in English`];
      if (vietnamese.trim() === '' || english.trim() === '') return [`${key} is empty`];
      return placesOf(vietnamese) === placesOf(english) || otherPlaces.includes(key)
        ? []
        : [`${key} has different places`];
    }),
    ...keys.filter((key) => shared[key] !== undefined).map((key) => `${key} is a shared text`),
    ...screens
      .filter((screen) => vi[`screen.${screen}`] === undefined)
      .map((screen) => `screen ${screen} has no title`),
  ];
}
