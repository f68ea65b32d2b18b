/** A tracked resource and the paths read through it. */
export interface Followed<T> {
  readonly view: T;
  /** 'dosage.1.text': the index of a first list member is omitted, as a single value counts as a list of one. */
  readonly read: ReadonlySet<string>;
}

/** The object behind each view, and how to view another shape of it. */
const origins = new WeakMap<object, { readonly target: object; readonly look: (parsed: object) => object }>();

/** Parses the object behind a view without marking it as read; returns a view of the same place. */
export function parsed<T extends object>(parser: (value: unknown) => T | undefined, value: unknown): T | undefined {
  const origin = typeof value === 'object' && value !== null ? origins.get(value) : undefined;
  if (origin === undefined) return parser(value);
  const shape = parser(origin.target);
  return shape === undefined ? undefined : (origin.look(shape) as T);
}

/** Wraps a resource in a proxy that records which values are read. */
export function follow<T extends object>(resource: T): Followed<T> {
  const read = new Set<string>();
  const views = new WeakMap<object, object>();
  const viewOf = (value: object, path: string): object => {
    const known = views.get(value);
    if (known !== undefined) return known;
    const view = new Proxy(value, {
      get(target, key, receiver) {
        const inner: unknown = Reflect.get(target, key, receiver);
        if (typeof key === 'symbol' || !Object.hasOwn(target, key)) return inner;
        const at = step(path, key);
        if (typeof inner === 'object' && inner !== null) return viewOf(inner, at);
        read.add(at);
        return inner;
      },
    });
    views.set(value, view);
    origins.set(view, { target: value, look: (other) => viewOf(other, path) });
    return view;
  };
  return { view: viewOf(resource, '') as T, read };
}

/** Path of a member below `path`. */
export function step(path: string, key: string): string {
  return key === '0' ? path : path === '' ? key : `${path}.${key}`;
}

/** Paths of all values of a resource, in the cursor's notation. */
export function pathsOf(value: unknown, path = ''): readonly string[] {
  return typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, inner]) => pathsOf(inner, step(path, key)))
    : [path];
}
