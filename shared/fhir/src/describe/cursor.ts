/** A resource seen through a cursor, with the paths that were read through it. */
export interface Followed<T> {
  readonly view: T;
  /** 'dosage.1.text': first members of lists are left out of a path, as a single value counts as a list of one. */
  readonly read: ReadonlySet<string>;
}

/** What a view is a view of, and how to look at another shape of the same. */
const origins = new WeakMap<object, { readonly target: object; readonly look: (parsed: object) => object }>();

/** Reads what a view shows with a parser, without counting that as reading it; the answer is a view of the same place. */
export function parsed<T extends object>(parser: (value: unknown) => T | undefined, value: unknown): T | undefined {
  const origin = typeof value === 'object' && value !== null ? origins.get(value) : undefined;
  if (origin === undefined) return parser(value);
  const shape = parser(origin.target);
  return shape === undefined ? undefined : (origin.look(shape) as T);
}

/** Looks at a resource through a cursor that records which of its values are read. */
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

/** The path of a member of what stands at `path`. */
export function step(path: string, key: string): string {
  return key === '0' ? path : path === '' ? key : `${path}.${key}`;
}

/** The paths of all values of a resource, as a cursor names them. */
export function pathsOf(value: unknown, path = ''): readonly string[] {
  return typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, inner]) => pathsOf(inner, step(path, key)))
    : [path];
}
