import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const FOLDERS = '{shell,mfe-*,shared/*}/src/locales';

/** Keys of all texts by package. */
export function localeKeys(): ReadonlyMap<string, readonly string[]> {
  const keys = new Map<string, readonly string[]>();
  for (const file of globSync(`${FOLDERS}/*.json`, { cwd: ROOT })) {
    const name = file.slice(0, file.indexOf('/src/'));
    const texts = JSON.parse(readFileSync(path.join(ROOT, file), 'utf8')) as object;
    keys.set(name, [...new Set([...(keys.get(name) ?? []), ...Object.keys(texts)])]);
  }
  return keys;
}

const PLURAL = /_(?:zero|one|two|few|many|other)$/;
/** Matches key-like words outside URLs and e-mail addresses. */
const KEY_LIKE = /(?<![\w.@/:-])[a-z][\w-]*(?:\.[\w-]+)+(?!\.?[\w@/-]|:\d)/gi;
const parentOf = (key: string): string => key.slice(0, key.lastIndexOf('.'));

/**
 * Creates a finder of keys displayed instead of texts: known keys of the given packages, and unknown siblings of known
 * keys, such as composed ones (`device.type.` plus an unknown type).
 */
export function rawKeyFinder(
  packages: ReadonlyMap<string, readonly string[]> = localeKeys(),
): (shown: readonly string[]) => readonly string[] {
  const keys = new Set([...packages.values()].flat().map((key) => key.replace(PLURAL, '')));
  const parents = new Set([...keys].map(parentOf));
  const isKey = (word: string): boolean => keys.has(word.replace(PLURAL, '')) || parents.has(parentOf(word));
  return (shown) => [...new Set(shown.flatMap((text) => text.match(KEY_LIKE) ?? []))].filter(isKey);
}

/** All visible and accessible text of a page. Runs in the page. */
export function shownTexts(): string[] {
  const root = document.documentElement;
  const attributes = ['aria-label', 'aria-description', 'aria-valuetext', 'title', 'placeholder', 'alt'];
  const texts: string[] = [];
  const nodes = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (nodes.nextNode()) {
    const { parentElement, nodeValue } = nodes.currentNode;
    if (parentElement?.closest('script, style') === null) texts.push(nodeValue ?? '');
  }
  for (const name of attributes)
    for (const element of root.querySelectorAll(`[${name}]`)) texts.push(element.getAttribute(name) ?? '');
  return texts;
}
