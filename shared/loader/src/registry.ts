import { LOCALES } from '@phr/contract/locale';
import type {
  ActionEntry,
  Door,
  ManifestText,
  MenuEntry,
  ModuleManifest,
  ModuleOffer,
  RegistryTwo,
  ReleaseOffer,
  RolloutOffer,
  RouteEntry,
  SlotEntry,
  WayEntry,
} from '@phr/contract/registry';
import { SIGNAL_ICONS } from '@phr/contract/today';

type Fields = Readonly<Record<string, unknown>>;
const LAYOUTS: readonly string[] = [
  'app',
  'app-bottom-bar',
  'onboard',
  'viewer',
  'bare',
] satisfies RouteEntry['layout'][];

const SCREEN = /^[a-z0-9-]+$/;
const CALL = /^(?:GET|POST|PUT|DELETE) [a-z]+ \//;
/** A name, or an outline. */
const ICON = /^(?:Icon[A-Z]\w*|[Mm][\d\s.,a-zA-Z+-]+)$/;

/** A part of the registry is not as it must be; `where` is its place in the document. */
export class RegistryError extends Error {
  override readonly name = 'RegistryError';
  readonly where: string;
  constructor(where: string, expected: string) {
    super(`${where}: ${expected}`);
    this.where = where;
  }
}

const NAME = /^[a-z][a-z0-9-]{1,60}$/;

/**
 * Checks a registry document of schema 2. Unknown fields are ignored; a module with a fault is left out and told to `onFault`, so that one team's mistake never
 * takes the others away. Throws RegistryError when the document as a whole is unusable.
 */
export function parseRegistry(value: unknown, onFault: (fault: RegistryError) => void = () => undefined): RegistryTwo {
  const document = fields(value, 'registry');
  if (document['schema'] !== 2) throw new RegistryError('registry.schema', 'must be 2');
  const documents = fields(document['manifests'], 'registry.manifests');
  const manifests: Record<string, ModuleManifest> = {};
  const modules: ModuleOffer[] = [];
  for (const [index, entry] of list(document['modules'], 'registry.modules').entries()) {
    try {
      const { name, needed, offer } = parseOffer(entry, `modules[${index}]`);
      const manifestOf = (digest: string) => parseManifest(documents[digest], name, `manifests.${digest}`);
      Object.assign(manifests, Object.fromEntries(needed.map((digest) => [digest, manifestOf(digest)])));
      modules.push(offer);
    } catch (error) {
      if (!(error instanceof RegistryError)) throw error;
      onFault(error);
    }
  }
  const told = (field: string): string => text(document[field], `registry.${field}`);
  const counted = (field: string): number => number(document[field], `registry.${field}`, 0, Number.MAX_SAFE_INTEGER);
  return {
    schema: 2,
    installation: told('installation'),
    generation: counted('generation'),
    serial: counted('serial'),
    environment: told('environment'),
    publishedAt: told('publishedAt'),
    manifests,
    modules,
  };
}

/** A module, and the digests of the manifests that it needs. */
function parseOffer(value: unknown, at: string) {
  const offer = fields(value, at);
  const name = text(offer['name'], `${at}.name`, NAME);
  const releases: Record<string, ReleaseOffer> = {};
  for (const [version, release] of Object.entries(fields(offer['releases'], `${at}.releases`)))
    releases[version] = parseRelease(release, name, `${at}.releases.${version}`);
  const version: Reading<string> = (value, where) => {
    const known = text(value, where);
    if (releases[known] === undefined) throw new RegistryError(where, 'must be one of the releases');
    return known;
  };
  const { killed, current } = offer;
  const parsed: ModuleOffer = {
    name,
    killed: killed === null ? null : { grace: number(fields(killed, `${at}.killed`)['grace'], `${at}.grace`, 0, 120) },
    current: current === null ? null : version(current, `${at}.current`),
    rollouts: each((rollout, where) => parseRollout(rollout, where, version))(offer['rollouts'], `${at}.rollouts`),
    fallbacks: each(version)(offer['fallbacks'], `${at}.fallbacks`),
    releases,
    loadTimeoutMs: number(offer['loadTimeoutMs'], `${at}.loadTimeoutMs`, 500, 60_000),
  };
  return { name, offer: parsed, needed: Object.values(releases).map(({ manifest }) => manifest) };
}

function parseRollout(value: unknown, at: string, version: Reading<string>): RolloutOffer {
  const rollout = fields(value, at);
  return {
    id: text(rollout['id'], `${at}.id`),
    version: version(rollout['version'], `${at}.version`),
    share: number(rollout['share'], `${at}.share`, 0, 10_000),
    salt: text(rollout['salt'], `${at}.salt`),
    cohorts: each(text)(rollout['cohorts'], `${at}.cohorts`),
  };
}

function parseRelease(value: unknown, name: string, at: string): ReleaseOffer {
  const release = fields(value, at);
  const entry = text(release['entry'], `${at}.entry`);
  // Modules come from the registry's own origin only, each from its own folder.
  if (!entry.startsWith(`/m/${name}/`) || /\.\.|\\|\/\//.test(entry))
    throw new RegistryError(`${at}.entry`, `must lie under /m/${name}/`);
  return {
    entry,
    integrity: text(release['integrity'], `${at}.integrity`, /^sha384-[A-Za-z0-9+/]{64}$/),
    container: text(release['container'], `${at}.container`, /^[A-Za-z_]\w*$/),
    contract: text(release['contract'], `${at}.contract`),
    ...given(release, 'ui', at, text),
    manifest: text(release['manifest'], `${at}.manifest`),
  };
}

/** Checks what a module says of itself; throws RegistryError. `at` is its place in the document. */
export function parseManifest(value: unknown, name: string, at: string): ModuleManifest {
  const manifest = fields(value, at);
  if (manifest['name'] !== name) throw new RegistryError(`${at}.name`, `must be ${name}`);
  const calls = each((call, where) => text(call, where, CALL));
  return {
    ...(manifest['schema'] === 2 ? { schema: 2 } : {}),
    name,
    contract: text(manifest['contract'], `${at}.contract`),
    access: manifest['access'] === 'anonymous' ? 'anonymous' : 'signed-in',
    routes: each(parseRoute)(manifest['routes'], `${at}.routes`),
    slots: each(parseSlot)(manifest['slots'], `${at}.slots`),
    calls: calls(manifest['calls'], `${at}.calls`),
    ...doorOf(manifest),
    ...given(manifest, 'title', at, words),
    ...given(manifest, 'actions', at, each(parseAction)),
    ...given(manifest, 'menu', at, each(parseMenuEntry)),
    ...given(
      manifest,
      'tiles',
      at,
      each((tile, where) => ({ ...parseWay(tile, where), name: text(fields(tile, where)['name'], `${where}.name`) })),
    ),
    ...given(manifest, 'quickLinks', at, each(parseWay)),
    ...given(manifest, 'shortcuts', at, each(parseLink)),
    ...given(manifest, 'partner', at, (partner, where) => ({
      title: words(fields(partner, where)['title'], `${where}.title`),
      ...given(fields(partner, where), 'without', where, calls),
    })),
  };
}

/** A way to a screen, in words. */
function parseLink(value: unknown, at: string) {
  const link = fields(value, at);
  return {
    screen: text(link['screen'], `${at}.screen`, SCREEN),
    label: words(link['label'], `${at}.label`),
    order: number(link['order'], `${at}.order`, 0, 1000),
  };
}

/** The same with a sign. */
const parseWay = (value: unknown, at: string): WayEntry => ({
  ...parseLink(value, at),
  icon: text(fields(value, at)['icon'], `${at}.icon`, ICON, 2000),
});

const parseMenuEntry = (value: unknown, at: string): MenuEntry => ({
  ...parseWay(value, at),
  group: fields(value, at)['group'] === 'account' ? 'account' : 'record',
});

function parseAction(value: unknown, at: string): ActionEntry {
  const action = fields(value, at);
  return {
    screen: text(action['screen'], `${at}.screen`, SCREEN),
    text: words(action['text'], `${at}.text`),
    icon: SIGNAL_ICONS.find((icon) => icon === action['icon']) ?? 'form',
    order: number(action['order'], `${at}.order`, 0, 1000),
  };
}

function parseRoute(value: unknown, at: string): RouteEntry {
  const route = fields(value, at);
  const layout = text(route['layout'], `${at}.layout`);
  if (!isLayout(layout)) throw new RegistryError(`${at}.layout`, `must be one of ${LAYOUTS.join(', ')}`);
  return {
    screen: text(route['screen'], `${at}.screen`, SCREEN),
    path: text(route['path'], `${at}.path`, /^\/[\w/:?-]*$/),
    layout,
    needsMainPatient: bool(route['needsMainPatient'], `${at}.needsMainPatient`),
    ...marked(route, 'mainPatientOnly', 'planned', 'readsLinked', 'openByQr'),
    ...doorOf(route),
    ...given(route, 'title', at, words),
    ...given(route, 'menu', at, text),
    ...given(route, 'find', at, each(text)),
    ...given(route, 'shows', at, each(text)),
    ...given(route, 'serves', at, each(text)),
  };
}

function parseSlot(value: unknown, at: string): SlotEntry {
  const slot = fields(value, at);
  // A source of signals that could not be asked has to be named in words.
  const isSource = slot['source'] === true;
  return {
    slot: text(slot['slot'], `${at}.slot`),
    place: text(slot['place'], `${at}.place`),
    order: number(slot['order'], `${at}.order`, 0, 1000),
    ...given(slot, 'height', at, pixels),
    ...given(
      slot,
      'heights',
      at,
      each((step, where) => ({
        px: pixels(fields(step, where)['px'], `${where}.px`),
        ...given(fields(step, where), 'upTo', where, (width, place) => number(width, place, 0, 10_000)),
      })),
    ),
    ...marked(slot, 'wideOnly'),
    ...given(slot, 'settings', at, (settings, where) => {
      const { property, input, default: first } = fields(settings, where);
      return {
        property: text(property, `${where}.property`),
        input: text(input, `${where}.input`),
        default: each(text)(first, `${where}.default`),
      };
    }),
    ...given(
      slot,
      'ahead',
      at,
      each((call, where) => text(call, where, /^GET [a-z]+ \/\S*$/)),
    ),
    ...(isSource ? { source: true, text: words(slot['text'], `${at}.text`) } : {}),
  };
}

/** Words of a manifest in the languages of this host, as many as it has; at least one, each short enough for a line. */
function words(value: unknown, at: string): ManifestText {
  const told = fields(value, at);
  const known = LOCALES.filter((locale) => told[locale] !== undefined);
  if (known.length === 0) throw new RegistryError(at, `must have words in one of ${LOCALES.join(', ')}`);
  return Object.fromEntries(known.map((locale) => [locale, text(told[locale], `${at}.${locale}`, /^.{1,40}$/)]));
}

type Reading<Value> = (value: unknown, at: string) => Value;

const each =
  <Value>(read: Reading<Value>): Reading<readonly Value[]> =>
  (value, at) =>
    list(value, at).map((item, index) => read(item, `${at}[${index}]`));

/** A field that may be absent. */
function given<Name extends string, Value>(
  entry: Fields,
  name: Name,
  at: string,
  read: Reading<Value>,
): { readonly [Key in Name]?: Value } {
  return (entry[name] === undefined ? {} : { [name]: read(entry[name], `${at}.${name}`) }) as {
    readonly [Key in Name]?: Value;
  };
}

/** Those of the fields that are true. */
const marked = <Name extends string>(entry: Fields, ...names: readonly Name[]) =>
  Object.fromEntries(names.filter((name) => entry[name] === true).map((name) => [name, true])) as {
    readonly [Key in Name]?: true;
  };

/** A door that this host does not have stays a name: nothing stands there. */
const doorOf = ({ door }: Fields): { readonly door?: Door } => (typeof door === 'string' ? { door: door as Door } : {});
const isLayout = (value: string): value is RouteEntry['layout'] => LAYOUTS.includes(value);

function fields(value: unknown, at: string): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new RegistryError(at, 'must be an object');
  return value as Fields;
}
function list(value: unknown, at: string): readonly unknown[] {
  if (!Array.isArray(value)) throw new RegistryError(at, 'must be a list');
  return value;
}
function text(value: unknown, at: string, pattern = /./, longest = 500): string {
  if (typeof value !== 'string' || value.length > longest || !pattern.test(value))
    throw new RegistryError(at, `must be a text like ${pattern.source}`);
  return value;
}
function number(value: unknown, at: string, low: number, high: number): number {
  if (typeof value !== 'number' || !(value >= low && value <= high))
    throw new RegistryError(at, `must be a number from ${low} to ${high}`);
  return value;
}
const pixels: Reading<number> = (value, at) => number(value, at, 0, 2000);
function bool(value: unknown, at: string): boolean {
  if (typeof value !== 'boolean') throw new RegistryError(at, 'must be true or false');
  return value;
}
