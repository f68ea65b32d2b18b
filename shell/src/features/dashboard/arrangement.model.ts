/** An item of the dashboard. */
export interface Arranged {
  readonly name: string;
  readonly isShown: boolean;
}

/** Chosen names from a device property (a JSON list of strings); the defaults if missing or unreadable. */
export function chosenIn(property: string | undefined, defaults: readonly string[]): readonly string[] {
  try {
    const value: unknown = JSON.parse(property ?? '');
    return Array.isArray(value) ? [...new Set(value.filter((name) => typeof name === 'string'))] : defaults;
  } catch {
    return defaults;
  }
}

/** All items: chosen ones in their order, then the rest. Unknown names are dropped. */
export function arrange(chosen: readonly string[], known: readonly string[]): readonly Arranged[] {
  const shown = chosen.filter((name) => known.includes(name));
  return [
    ...shown.map((name) => ({ name, isShown: true })),
    ...known.filter((name) => !shown.includes(name)).map((name) => ({ name, isShown: false })),
  ];
}

export function toggle(list: readonly Arranged[], name: string): readonly Arranged[] {
  return list.map((entry) => (entry.name === name ? { name, isShown: !entry.isShown } : entry));
}

/** Moves an item to an index, clamped to the list. */
export function moveTo(list: readonly Arranged[], name: string, place: number): readonly Arranged[] {
  const entry = list.find((one) => one.name === name);
  if (entry === undefined) return list;
  const others = list.filter((one) => one !== entry);
  const at = Math.min(Math.max(place, 0), others.length);
  return [...others.slice(0, at), entry, ...others.slice(at)];
}

export const namesShown = (list: readonly Arranged[]): readonly string[] =>
  list.filter(({ isShown }) => isShown).map(({ name }) => name);
