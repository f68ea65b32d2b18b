import { createStore, type Store } from '@phr/contract/store';

/** A store derived from another one. */
export function derive<T, R>(source: Store<T>, read: (value: T) => R): Store<R> {
  const result = createStore(read(source.get()));
  source.subscribe(() => result.set(read(source.get())));
  return result;
}
