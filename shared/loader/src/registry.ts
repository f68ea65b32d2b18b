import { LOCALES } from '@phr/contract/locale';
import type {
  ActionEntry,
  Door,
  ManifestText,
  MenuEntry,
  ModuleManifest,
  ModuleOffer,
  PartnerEntry,
  RegistryTwo,
  ReleaseOffer,
  RolloutOffer,
  RouteEntry,
  ShortcutEntry,
  SlotEntry,
  SlotSettings,
  TileEntry,
  WayEntry,
} from '@phr/contract/registry';
import { SIGNAL_ICONS } from '@phr/contract/today';

type Fields = Readonly<Record<string, unknown>>;

/** Invalid registry document; `where` is the path of the fault. */
export class RegistryError extends Error {
  override readonly name = 'RegistryError';
  readonly where: string;
  constructor(where: string, expected: string) {
    super(`${where}: ${expected}`);
    this.where = where;
  }
}

/**
 * Validates a schema 2 registry document. Unknown fields are ignored; an invalid module is dropped and reported to
 * `onFault`, so one team's mistake never affects the others.
 * @throws RegistryError if the document as a whole is unusable.
 */
export function parseRegistry(value: unknown, onFault: (fault: RegistryError) => void = () => undefined): RegistryTwo {
  const { manifests: documents, modules: entries, ...document } = readDocument(value, 'registry');
  const manifests: Record<string, ModuleManifest> = {};
  const modules: ModuleOffer[] = [];
  for (const [index, entry] of entries.entries()) {
    try {
      const offer = parseOffer(entry, `modules[${index}]`);
      // manifests are shared by releases, so validate each once
      const needed = new Set(Object.values(offer.releases).map(({ manifest }) => manifest));
      const manifestOf = (digest: string) => parseManifest(documents[digest], offer.name, `manifests.${digest}`);
      Object.assign(manifests, Object.fromEntries([...needed].map((digest) => [digest, manifestOf(digest)])));
      modules.push(offer);
    } catch (error) {
      if (!(error instanceof RegistryError)) throw error;
      onFault(error);
    }
  }
  return { ...document, manifests, modules };
}

function parseOffer(value: unknown, at: string): ModuleOffer {
  const { name, releases: given } = readNames(value, at);
  const releases: Record<string, ReleaseOffer> = {};
  for (const [version, release] of Object.entries(given))
    releases[version] = readRelease(name)(release, `${at}.releases.${version}`);
  const version: Reading<string> = (known, where) => {
    if (releases[text(known, where)] === undefined) throw new RegistryError(where, 'must be one of the releases');
    return text(known, where);
  };
  return {
    name,
    releases,
    ...shape<Omit<ModuleOffer, 'name' | 'releases'>>({
      killed: orNull(shape({ grace: within(0, 120) })),
      current: orNull(version),
      rollouts: each(
        shape<RolloutOffer>({ id: text, version, share: within(0, 10_000), salt: text, cohorts: each(text) }),
      ),
      fallbacks: each(version),
      loadTimeoutMs: within(500, 60_000),
    })(value, at),
  };
}

/**
 * Validates a module manifest. `at` is its path in the document.
 * @throws RegistryError
 */
export function parseManifest(value: unknown, name: string, at: string): ModuleManifest {
  const manifest = readManifest(value, at);
  if (manifest.name !== name) throw new RegistryError(`${at}.name`, `must be ${name}`);
  return manifest;
}

function fields(value: unknown, at: string): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new RegistryError(at, 'must be an object');
  return value as Fields;
}
function list(value: unknown, at: string): readonly unknown[] {
  if (!Array.isArray(value)) throw new RegistryError(at, 'must be a list');
  return value;
}

type Reading<Value> = (value: unknown, at: string) => Value;
type Optional<Values> = { [Name in keyof Values]-?: object extends Pick<Values, Name> ? Name : never }[keyof Values];
type Readings<Values> = { readonly [Name in keyof Values]-?: Reading<NonNullable<Values[Name]>> };
type Nullable<Values> = { readonly [Name in keyof Values]: Reading<Values[Name]> };

/** Reader of an object with required and optional fields; unknown optional values are dropped. */
const shape =
  <Values extends object>(
    needed: Nullable<Omit<Values, Optional<Values>>>,
    optional?: Readings<Pick<Values, Optional<Values>>>,
  ): Reading<Values> =>
  (value, at) => {
    const given = fields(value, at);
    const found = Object.entries<Reading<unknown>>({ ...needed, ...optional }).flatMap(([name, read]) => {
      const isAbsent = given[name] === undefined && !(name in needed);
      const value = isAbsent ? undefined : read(given[name], `${at}.${name}`);
      return value === undefined ? [] : [[name, value] as const];
    });
    return Object.fromEntries(found) as Values;
  };

const each =
  <Value>(read: Reading<Value>): Reading<readonly Value[]> =>
  (value, at) =>
    list(value, at).map((item, index) => read(item, `${at}[${index}]`));

const orNull =
  <Value>(read: Reading<Value>): Reading<Value | null> =>
  (value, at) =>
    value === null ? null : read(value, at);

const like =
  (pattern: RegExp, longest = 500): Reading<string> =>
  (value, at) => {
    if (typeof value !== 'string' || value.length > longest || !pattern.test(value))
      throw new RegistryError(at, `must be a text like ${pattern.source}`);
    return value;
  };
const text = like(/./);

const within =
  (low: number, high: number): Reading<number> =>
  (value, at) => {
    if (typeof value !== 'number' || !(value >= low && value <= high))
      throw new RegistryError(at, `must be a number from ${low} to ${high}`);
    return value;
  };

/** Accepts the listed values only. */
const oneOf =
  <const Value>(...allowed: readonly Value[]): Reading<Value> =>
  (value, at) => {
    const found = allowed.find((one) => one === value);
    if (found === undefined) throw new RegistryError(at, `must be one of ${allowed.join(', ')}`);
    return found;
  };

/** A known value, or the fallback: later contracts have more values. */
const knownOr =
  <Value>(known: readonly Value[], other: Value): Reading<Value> =>
  (value) =>
    known.find((one) => one === value) ?? other;

/** Present only if true. */
const marked = knownOr<true | undefined>([true], undefined) as Reading<true>;
/** A door unknown to this host is kept, but nothing is shown for it. */
const door = ((value) => (typeof value === 'string' ? value : undefined)) as Reading<Door | 'none'>;
const count = within(0, Number.MAX_SAFE_INTEGER);
const order = within(0, 1000);
const pixels = within(0, 2000);
const screen = like(/^[a-z0-9-]+$/);
const call = like(/^(?:GET|POST|PUT|DELETE) [a-z]+ \//);
/** An icon name or an outline. */
const icon = like(/^(?:Icon[A-Z]\w*|[Mm][\d\s.,a-zA-Z+-]+)$/, 2000);

/** Text in the languages this host supports; at least one, each short enough for one line. */
const words: Reading<ManifestText> = (value, at) => {
  const texts = fields(value, at);
  const known = LOCALES.filter((locale) => texts[locale] !== undefined);
  if (known.length === 0) throw new RegistryError(at, `must have words in one of ${LOCALES.join(', ')}`);
  return Object.fromEntries(known.map((locale) => [locale, like(/^.{1,40}$/)(texts[locale], `${at}.${locale}`)]));
};

const readLink = { screen, label: words, order };
const readWay = { ...readLink, icon };
// `example` is for gates only
const readRoute = shape<Omit<RouteEntry, 'example'>>(
  {
    screen,
    path: like(/^\/[\w/:?-]*$/),
    layout: oneOf('app', 'app-bottom-bar', 'onboard', 'viewer', 'bare'),
    needsMainPatient: oneOf(true, false),
  },
  {
    mainPatientOnly: marked,
    planned: marked,
    readsLinked: marked,
    openByQr: marked,
    door,
    title: words,
    menu: text,
    find: each(text),
    shows: each(text),
    serves: each(text),
  },
);

const readPlaced = shape<Omit<SlotEntry, 'source' | 'text'>>(
  { slot: text, place: text, order },
  {
    height: pixels,
    heights: each(shape<{ px: number; upTo?: number }>({ px: pixels }, { upTo: within(0, 10_000) })),
    wideOnly: marked,
    settings: shape<SlotSettings>({ property: text, input: text, default: each(text) }),
    ahead: each(like(/^GET [a-z]+ \/\S*$/)),
  },
);
/** A signal source needs a name, for when it cannot be read. */
const readSource = shape<{ source: true; text: ManifestText }>({ source: marked, text: words });
const readSlot: Reading<SlotEntry> = (value, at) => ({
  ...readPlaced(value, at),
  ...(fields(value, at)['source'] === true ? readSource(value, at) : {}),
});

const readManifest = shape<Omit<ModuleManifest, 'budgets'>>(
  {
    name: text,
    contract: text,
    access: knownOr(['anonymous', 'signed-in'], 'signed-in'),
    routes: each(readRoute),
    slots: each(readSlot),
    calls: each(call),
  },
  {
    schema: knownOr<2 | undefined>([2], undefined) as Reading<2>,
    door: door as Reading<Door>,
    title: words,
    actions: each(shape<ActionEntry>({ screen, text: words, icon: knownOr(SIGNAL_ICONS, 'form'), order })),
    menu: each(shape<MenuEntry>({ ...readWay, group: knownOr(['account', 'record'], 'record') })),
    tiles: each(shape<TileEntry>({ ...readWay, name: text })),
    quickLinks: each(shape<WayEntry>(readWay)),
    shortcuts: each(shape<ShortcutEntry>(readLink)),
    partner: shape<PartnerEntry>({ title: words }, { without: each(call) }),
  },
);

const readNames = shape<{ name: string; releases: Fields }>({ name: like(/^[a-z][a-z0-9-]{1,60}$/), releases: fields });

/** Files must be on the registry's own origin, in the module's own folder. */
const readRelease = (name: string) =>
  shape<ReleaseOffer>(
    {
      entry: like(new RegExp(`^/m/${name}/(?!.*(?:\\.\\.|\\\\|//))`)),
      integrity: like(/^sha384-[A-Za-z0-9+/]{64}$/),
      container: like(/^[A-Za-z_]\w*$/),
      contract: text,
      manifest: text,
    },
    { ui: text },
  );

const readDocument = shape<
  Omit<RegistryTwo, 'manifests' | 'modules'> & { manifests: Fields; modules: readonly unknown[] }
>({
  schema: oneOf(2),
  installation: text,
  generation: count,
  serial: count,
  environment: text,
  publishedAt: text,
  manifests: fields,
  modules: list,
});
