import { isObject, number, text } from '@phr/fhir/json';
import type { TextStore } from '../host/storage.ts';

/** What a person came for, as a path of the app. It waits in this tab while she signs in, makes an account or gets a new password, for half an hour. */
export interface Intent {
  keep(path: string): void;
  /** What is kept and not too old. */
  read(): string | undefined;
  drop(): void;
}

export const INTENT_KEY = 'phr.wanted';
const LIFE_MS = 30 * 60_000;
/** Ids, codes, days and words of the app; a text that somebody typed, which may be of a person or her health, does not look like this. */
const CODE = /^[\w.,:|-]{0,80}$/;

/** `now` in milliseconds. */
export function createIntent(store: TextStore, now: () => number = Date.now): Intent {
  const read = (): string | undefined => {
    const kept = parse(store.get(INTENT_KEY));
    const [path, at] = [text(kept?.['path']), number(kept?.['at'])];
    if (path === undefined || at === undefined || now() - at > LIFE_MS) {
      store.remove(INTENT_KEY);
      return undefined;
    }
    return path;
  };
  return { read, keep: (path) => store.set(INTENT_KEY, JSON.stringify({ path: withCodesOnly(path), at: now() })), drop: () => store.remove(INTENT_KEY) };
}

/** The path without what somebody has typed into its query. */
function withCodesOnly(path: string): string {
  const [before = '', hash = ''] = path.split('#');
  const [pathname = '', search = ''] = before.split('?');
  const codes = new URLSearchParams([...new URLSearchParams(search)].filter(([, value]) => CODE.test(value))).toString();
  return `${pathname}${codes === '' ? '' : `?${codes}`}${hash !== '' && CODE.test(hash) ? `#${hash}` : ''}`;
}

function parse(kept: string | undefined): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(kept ?? '');
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
