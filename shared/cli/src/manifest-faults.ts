import { LOCALES } from '@phr/contract/locale';
import { PLACES } from '@phr/contract/registry';

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
const listOf = (value: unknown): readonly Readonly<Record<string, unknown>>[] =>
  Array.isArray(value) ? value.filter(isObject) : [];

/** Faults in module.json a team can fix locally; empty if none. The service checks the rest. */
export function manifestFaults(manifest: unknown): readonly string[] {
  if (!isObject(manifest)) return ['is no object'];
  const faults: string[] = [];
  const words = (at: string, text: unknown): void => {
    for (const locale of LOCALES)
      if (!isObject(text) || typeof text[locale] !== 'string' || text[locale].trim() === '')
        faults.push(`${at} has no words in ${locale}`);
  };
  if (manifest['schema'] !== 2) faults.push('schema is not 2');
  if (!/^[a-z][a-z0-9-]{1,40}$/.test(String(manifest['name']))) faults.push('name: small letters, digits and "-"');
  if (!/^\^\d+\.\d+\.\d+$/.test(String(manifest['contract']))) faults.push('contract is no range like ^1.3.0');
  words('title', manifest['title']);
  const routes = listOf(manifest['routes']);
  for (const { screen, path, title } of routes) {
    words(`title of ${String(screen)}`, title);
    if (!/^\/[\w-]/.test(String(path))) faults.push(`${String(screen)}: the path must begin with a word`);
  }
  for (const kind of ['menu', 'tiles', 'quickLinks', 'shortcuts'])
    for (const { screen, label } of listOf(manifest[kind])) {
      words(`label of ${String(screen)} in ${kind}`, label);
      if (!routes.some((route) => route['screen'] === screen))
        faults.push(`${kind}: there is no screen ${String(screen)}`);
    }
  for (const { slot, place } of listOf(manifest['slots']))
    if (!PLACES.some((known) => known === place))
      faults.push(`${String(slot)}: ${String(place)} is no place (${PLACES.join(', ')})`);
  return faults;
}
