import { isObject, number, text } from '@phr/fhir/json';
import type { TextStore } from '../host/storage.ts';

/**
 * The path a person wanted to open. Survives sign-in, sign-up and password reset for half an hour, in sealed storage.
 */
export interface Intent {
  keep(path: string): void;
  /** The stored path, unless expired. */
  read(): string | undefined;
  drop(): void;
}

export const INTENT_KEY = 'phr.wanted';
const LIFE_MS = 30 * 60_000;

/** `now` in milliseconds. */
export function createIntent(store: TextStore, now: () => number = Date.now): Intent {
  const read = (): string | undefined => {
    const stored = parse(store.get(INTENT_KEY));
    const [path, at] = [text(stored?.['path']), number(stored?.['at'])];
    if (path !== undefined && at !== undefined && now() - at <= LIFE_MS) return path;
    if (stored !== undefined) store.remove(INTENT_KEY);
    return undefined;
  };
  return {
    read,
    keep: (path) => store.set(INTENT_KEY, JSON.stringify({ path, at: now() })),
    drop: () => store.remove(INTENT_KEY),
  };
}

function parse(kept: string | undefined): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(kept ?? '');
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
