import { LOCALES } from '@phr/contract/locale';
import type {
  ActionEntry,
  Door,
  ManifestText,
  ModuleManifest,
  Registry,
  RegistryEntry,
  ReleaseEntry,
  RouteEntry,
  SlotEntry,
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

/** A part of the registry is not as it must be; `where` is its place in the document. */
export class RegistryError extends Error {
  override readonly name = 'RegistryError';
  readonly where: string;
  constructor(where: string, expected: string) {
    super(`${where}: ${expected}`);
    this.where = where;
  }
}

/**
 * Checks a registry document. Unknown fields are ignored; a module with a fault is left out and told to `onFault`, so that
 * one team's mistake never takes the others away. Throws RegistryError when the document as a whole is unusable.
 */
export function parseRegistry(value: unknown, onFault: (fault: RegistryError) => void = () => undefined): Registry {
  const document = fields(value, 'registry');
  if (document['schema'] !== 1) throw new RegistryError('registry.schema', 'must be 1');
  const modules: RegistryEntry[] = [];
  for (const [index, entry] of list(document['modules'], 'registry.modules').entries()) {
    try {
      modules.push(parseEntry(entry, `modules[${index}]`));
    } catch (error) {
      if (!(error instanceof RegistryError)) throw error;
      onFault(error);
    }
  }
  return {
    schema: 1,
    publishedAt: text(document['publishedAt'], 'registry.publishedAt'),
    ...(document['installation'] === undefined
      ? {}
      : { installation: text(document['installation'], 'registry.installation') }),
    modules,
  };
}

function parseEntry(value: unknown, at: string): RegistryEntry {
  const entry = fields(value, at);
  const name = text(entry['name'], `${at}.name`, /^[a-z][a-z0-9-]{1,60}$/);
  const rollout = entry['rollout'] === undefined ? undefined : fields(entry['rollout'], `${at}.rollout`);
  return {
    name,
    enabled: bool(entry['enabled'], `${at}.enabled`),
    current: parseRelease(entry['current'], name, `${at}.current`),
    loadTimeoutMs: number(entry['loadTimeoutMs'], `${at}.loadTimeoutMs`, 500, 60_000),
    ...(entry['grace'] === undefined ? {} : { grace: number(entry['grace'], `${at}.grace`, 0, 120) }),
    ...(entry['earlier'] === undefined
      ? {}
      : {
          earlier: list(entry['earlier'], `${at}.earlier`).map((release, index) =>
            parseRelease(release, name, `${at}.earlier[${index}]`),
          ),
        }),
    ...(entry['previous'] === undefined ? {} : { previous: parseRelease(entry['previous'], name, `${at}.previous`) }),
    ...(rollout
      ? {
          rollout: {
            release: parseRelease(rollout['release'], name, `${at}.rollout.release`),
            percent: number(rollout['percent'], `${at}.rollout.percent`, 0, 100),
            salt: text(rollout['salt'], `${at}.rollout.salt`),
          },
        }
      : {}),
  };
}

function parseRelease(value: unknown, name: string, at: string): ReleaseEntry {
  const release = fields(value, at);
  const entry = text(release['entry'], `${at}.entry`);
  // Modules come from the registry's own origin only, each from its own folder.
  if (!entry.startsWith(`/m/${name}/`) || /\.\.|\\|\/\//.test(entry))
    throw new RegistryError(`${at}.entry`, `must lie under /m/${name}/`);
  return {
    version: text(release['version'], `${at}.version`),
    container: text(release['container'], `${at}.container`, /^[A-Za-z_]\w*$/),
    entry,
    integrity: text(release['integrity'], `${at}.integrity`, /^sha384-[A-Za-z0-9+/]{64}$/),
    manifest: parseManifest(release['manifest'], name, `${at}.manifest`),
  };
}

function parseManifest(value: unknown, name: string, at: string): ModuleManifest {
  const manifest = fields(value, at);
  if (manifest['name'] !== name) throw new RegistryError(`${at}.name`, `must be ${name}`);
  return {
    name,
    contract: text(manifest['contract'], `${at}.contract`),
    access: manifest['access'] === 'anonymous' ? 'anonymous' : 'signed-in',
    routes: list(manifest['routes'], `${at}.routes`).map((route, index) => parseRoute(route, `${at}.routes[${index}]`)),
    slots: list(manifest['slots'], `${at}.slots`).map((slot, index) => parseSlot(slot, `${at}.slots[${index}]`)),
    calls: list(manifest['calls'], `${at}.calls`).map((call, index) =>
      text(call, `${at}.calls[${index}]`, /^(?:GET|POST|PUT|DELETE) [a-z]+ \//),
    ),
    ...doorOf(manifest),
    ...(manifest['actions'] === undefined
      ? {}
      : {
          actions: list(manifest['actions'], `${at}.actions`).map((action, index) =>
            parseAction(action, `${at}.actions[${index}]`),
          ),
        }),
  };
}

function parseAction(value: unknown, at: string): ActionEntry {
  const action = fields(value, at);
  return {
    screen: text(action['screen'], `${at}.screen`, /^[a-z0-9-]+$/),
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
    screen: text(route['screen'], `${at}.screen`, /^[a-z0-9-]+$/),
    path: text(route['path'], `${at}.path`, /^\/[\w/:?-]*$/),
    layout,
    needsMainPatient: bool(route['needsMainPatient'], `${at}.needsMainPatient`),
    ...(route['mainPatientOnly'] === true ? { mainPatientOnly: true } : {}),
    ...(route['planned'] === true ? { planned: true } : {}),
    ...doorOf(route),
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
    ...(slot['height'] === undefined ? {} : { height: number(slot['height'], `${at}.height`, 0, 2000) }),
    ...(slot['wideOnly'] === true ? { wideOnly: true } : {}),
    ...(slot['ahead'] === undefined
      ? {}
      : {
          ahead: list(slot['ahead'], `${at}.ahead`).map((call, index) =>
            text(call, `${at}.ahead[${index}]`, /^GET [a-z]+ \/\S*$/),
          ),
        }),
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
function text(value: unknown, at: string, pattern = /./): string {
  if (typeof value !== 'string' || value.length > 500 || !pattern.test(value))
    throw new RegistryError(at, `must be a text like ${pattern.source}`);
  return value;
}
function number(value: unknown, at: string, low: number, high: number): number {
  if (typeof value !== 'number' || !(value >= low && value <= high))
    throw new RegistryError(at, `must be a number from ${low} to ${high}`);
  return value;
}
function bool(value: unknown, at: string): boolean {
  if (typeof value !== 'boolean') throw new RegistryError(at, 'must be true or false');
  return value;
}
