import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

type Texts = Readonly<Record<string, string>>;

/** A text as the pseudo-locale has it: in brackets that no text of ours has, its `{places}` as they are. */
export const marked = (text: string): string => `⟦${text}⟧`;

/** Puts another module in the place of one; jest has it for ES modules, its types do not. Modules that use it are imported afterwards. */
export function mockModule(jest: object, name: string, make: () => object): void {
  (jest as { readonly unstable_mockModule: (name: string, make: () => object) => void }).unstable_mockModule(
    name,
    make,
  );
}

/** Puts the pseudo-locale in the place of every language, in these folders of texts, named from the root of the house. */
export function speakPseudo(jest: object, folders: readonly string[]): void {
  for (const file of folders.flatMap((folder) => globSync(`${folder}/*.json`))) {
    const place = path.resolve(file);
    mockModule(jest, place, () => ({ default: pseudoTexts(place) }));
  }
}

/** A file of texts in the pseudo-locale: what is shown without brackets did not come from it. */
export function pseudoTexts(file: string): Texts {
  const texts = JSON.parse(readFileSync(file, 'utf8')) as Texts;
  return Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, marked(text)]));
}

/** The words of what is shown that came from no text: data, or words written in code. */
export function unmarkedWords(shown: string): readonly string[] {
  const rest = shown.replace(/⟦[^⟦⟧]*⟧/g, ' ');
  return rest === shown ? (rest.match(/\p{L}[\p{L}\p{M}]*/gu) ?? []) : unmarkedWords(rest);
}

/** Everything that a person reads or hears of a page: its text, and the names, hints and titles of its elements. */
export function shownIn(page: Element): string {
  const attributes = ['aria-label', 'aria-description', 'title', 'placeholder', 'alt'];
  const elements = [page, ...page.querySelectorAll('*')];
  const words = elements.flatMap((element) => [
    ...attributes.map((name) => element.getAttribute(name) ?? ''),
    ...[...element.childNodes].flatMap((node) => (node.nodeType === 3 ? [node.textContent ?? ''] : [])),
  ]);
  return words.filter((word) => word.trim() !== '').join('\n');
}
