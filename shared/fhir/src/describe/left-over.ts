import type { Locale } from '@phr/contract/locale';
import { ABSENT_URL } from '../absent.ts';
import { isObject } from '../json.ts';
import { pathsOf } from './cursor.ts';
import { elementWords } from './element-words.ts';
import { isBeside, isHarmless, isHarmlessExtension } from './elements.ts';

type Holder = { readonly [key: string]: unknown };

/**
 * Names of elements that were not read and may carry meaning, for "not shown". Unknown elements keep their FHIR name.
 */
export function leftOver(type: string, resource: Holder, read: ReadonlySet<string>, locale: Locale): readonly string[] {
  const known = withoutHarmless(resource);
  const names = pathsOf(known)
    .filter((path) => !read.has(path) && !isHarmless(type, path) && !isBeside(path, read))
    .map((path) => nameOfPath(path, locale));
  const narrative = resource['text'];
  const isMore = isObject(narrative) && narrative['status'] === 'additional';
  return [...new Set([...names, ...(isMore ? [elementWords('textNarrative', locale) ?? 'text'] : [])])];
}

function nameOfPath(path: string, locale: Locale): string {
  const keys = path.split('.').filter((key) => !/^\d+$/.test(key));
  const [first = path] = keys;
  return elementWords(first, locale) ?? first.replace(/^_/, '');
}

/** Drops harmless extensions and data-absent-reasons, which are described elsewhere. */
function withoutHarmless(value: Holder): Holder {
  return Object.fromEntries(Object.entries(value).map(([key, inner]): [string, unknown] => [key, cleaned(key, inner)]));
}

function cleaned(key: string, value: unknown): unknown {
  if (Array.isArray(value)) {
    const members =
      key === 'extension'
        ? value.filter((one) => !isObject(one) || !(isHarmlessExtension(one['url']) || one['url'] === ABSENT_URL))
        : value;
    return members.map((member) => cleaned('', member));
  }
  return isObject(value) ? withoutHarmless(value) : value;
}
