import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

type Texts = Readonly<Record<string, string>>;

/** Pseudo-localizes a text: encloses it in unique brackets, keeping `{placeholders}`. */
export const marked = (text: string): string => `⟦${text}⟧`;

/** Replaces a module; jest supports this for ES modules, its types do not. Import users of it afterwards. */
export function mockModule(jest: object, name: string, make: () => object): void {
  (jest as { readonly unstable_mockModule: (name: string, make: () => object) => void }).unstable_mockModule(
    name,
    make,
  );
}

/** Replaces every language by the pseudo-locale in these folders of texts, relative to the repository root. */
export function speakPseudo(jest: object, folders: readonly string[]): void {
  for (const file of folders.flatMap((folder) => globSync(`${folder}/*.json`))) {
    const place = path.resolve(file);
    mockModule(jest, place, () => ({ default: pseudoTexts(place) }));
  }
}

/** A text file in the pseudo-locale: displayed text without brackets did not come from it. */
export function pseudoTexts(file: string): Texts {
  const texts = JSON.parse(readFileSync(file, 'utf8')) as Texts;
  return Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, marked(text)]));
}

/** Displayed words that came from no text file: data, or hard-coded text. */
export function unmarkedWords(shown: string): readonly string[] {
  const rest = shown.replace(/⟦[^⟦⟧]*⟧/g, ' ');
  return rest === shown ? (rest.match(/\p{L}[\p{L}\p{M}]*/gu) ?? []) : unmarkedWords(rest);
}

/** All text and accessible text of a page: content, names, hints and titles. */
export function shownIn(page: Element): string {
  const attributes = ['aria-label', 'aria-description', 'title', 'placeholder', 'alt'];
  const elements = [page, ...page.querySelectorAll('*')];
  const words = elements.flatMap((element) => [
    ...attributes.map((name) => element.getAttribute(name) ?? ''),
    ...[...element.childNodes].flatMap((node) => (node.nodeType === 3 ? [node.textContent ?? ''] : [])),
  ]);
  return words.filter((word) => word.trim() !== '').join('\n');
}
