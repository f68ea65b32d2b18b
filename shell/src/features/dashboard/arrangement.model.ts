/** One thing that may stand on the dashboard. */
export interface Arranged {
  readonly name: string;
  readonly isShown: boolean;
}

/** The chosen names in a property of the device (a JSON list of texts); the defaults when there is none or it cannot be read. */
export function chosenIn(property: string | undefined, defaults: readonly string[]): readonly string[] {
  try {
    const value: unknown = JSON.parse(property ?? '');
    return Array.isArray(value) ? [...new Set(value.filter((name) => typeof name === 'string'))] : defaults;
  } catch {
    return defaults;
  }
}

/** Everything there is: the chosen ones in their order, then the others. Chosen names that are not known any more are left out. */
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

/** Moves one thing to a place, counted from 0; a place outside of the list is its nearest end. */
export function moveTo(list: readonly Arranged[], name: string, place: number): readonly Arranged[] {
  const entry = list.find((one) => one.name === name);
  if (entry === undefined) return list;
  const others = list.filter((one) => one !== entry);
  const at = Math.min(Math.max(place, 0), others.length);
  return [...others.slice(0, at), entry, ...others.slice(at)];
}

export const namesShown = (list: readonly Arranged[]): readonly string[] =>
  list.filter(({ isShown }) => isShown).map(({ name }) => name);
