/** One request of the fuzz test. `isLegal` means that its size is within the limits of R-S5. */
export interface HostileBody {
  readonly name: string;
  readonly isLegal: boolean;
  readonly method: 'POST' | 'PUT';
  /** UPLOAD is a placeholder for a signed address that is requested first. */
  readonly path: string;
  readonly body: string;
}

interface Person {
  readonly patient: string;
  readonly observations: readonly string[];
}
type Random = () => number;
type Make = (random: Random, person: Person) => unknown;

const KB = 1_024;
const MB = KB * KB;
const FHIR = '/fhir/Observation';
export const UPLOAD = 'an upload';

/** Numbers from 0 up to 1, the same for a seed (mulberry32). */
function randomOf(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const times = <T>(count: number, make: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at));
/** 80 to 100 % of a limit. */
const near = (random: Random, limit: number): number => Math.floor(limit * (0.8 + 0.2 * random()));
const pick = <T>(random: Random, from: readonly T[]): T => {
  const found = from[Math.floor(random() * from.length)];
  if (found === undefined) throw new Error('nothing to pick from');
  return found;
};

const reading = ({ patient }: Person, more: object = {}): object => ({
  resourceType: 'Observation',
  status: 'final',
  code: { coding: [{ system: 'http://loinc.org', code: '8867-4' }] },
  subject: { reference: `Patient/${patient}` },
  effectiveDateTime: '2026-03-01T08:30:00+07:00',
  valueQuantity: { value: 72, unit: '/min' },
  ...more,
});
const nested = (depth: number): object => {
  let inner: object = { url: 'urn:x', valueString: 'x' };
  for (let level = 1; level < depth; level += 1) inner = { url: 'urn:x', extension: [inner] };
  return inner;
};
const component = (at: number): object => ({ code: { text: `c${at}` }, valueString: 'x' });
const bundle = (type: 'batch' | 'transaction', entries: readonly object[]): object => ({
  resourceType: 'Bundle',
  type,
  entry: entries.map((resource) => ({ request: { method: 'POST', url: 'Observation' }, resource })),
});

/** Resources at 80 to 100 % of one limit each. */
const LEGAL: Readonly<Record<string, Make>> = {
  references: (random, person) =>
    reading(person, {
      hasMember: times(near(random, 500), (at) => ({
        reference: `Observation/${person.observations[at % person.observations.length]}`,
      })),
    }),
  elements: (random, person) => reading(person, { component: times(Math.floor(near(random, 5_000) / 5), component) }),
  'strings of 64 kB': (random, person) =>
    reading(person, { note: times(near(random, 15), () => ({ text: 'á'.repeat(near(random, 32 * KB) - 8) })) }),
  'one string': (random, person) =>
    reading(person, { valueQuantity: undefined, valueString: 'x'.repeat(near(random, 64 * KB)) }),
  'a narrative': (random, person) =>
    reading(person, {
      text: {
        status: 'generated',
        div: `<div xmlns="http://www.w3.org/1999/xhtml">${'<p>x</p>'.repeat(Math.floor(near(random, 255 * KB) / 8))}</div>`,
      },
    }),
  digits: (random, person) =>
    JSON.stringify(reading(person)).replace('"value":72', `"value":7.${'1'.repeat(near(random, 98))}`),
  depth: (random, person) => reading(person, { extension: [nested(Math.floor(near(random, 36) / 2))] }),
  SampledData: (random, person) =>
    reading(person, {
      valueQuantity: undefined,
      valueSampledData: {
        origin: { value: 2_048 },
        period: 2,
        dimensions: 1,
        data: '2048 '.repeat(Math.floor((near(random, 8 * MB) * (random() < 0.1 ? 1 : 0.1)) / 5)).trim(),
      },
    }),
  codings: (random, person) =>
    reading(person, {
      code: { coding: times(Math.floor(near(random, 4_900) / 3), (at) => ({ system: 'urn:x', code: `c${at}` })) },
    }),
  identifiers: (random, person) =>
    reading(person, {
      identifier: times(Math.floor(near(random, 4_900) / 3), (at) => ({
        system: 'urn:x',
        value: `v${at}-${random()}`,
      })),
    }),
};

/** Resources far above the limits, and bodies that are not resources. Larger sizes are rarer. */
const size = (random: Random, most: number): number => Math.ceil(most ** (0.4 + 0.6 * random()));
const HOSTILE: Readonly<Record<string, Make>> = {
  'references to strangers': (random, person) =>
    reading(person, { hasMember: times(size(random, 300_000), (at) => ({ reference: `Observation/o${at}` })) }),
  'conditional references': (random, person) =>
    reading(person, {
      hasMember: times(size(random, 20_000), (at) => ({ reference: `Observation?identifier=urn:x|${at}` })),
    }),
  'unknown keys': (random, person) =>
    reading(person, Object.fromEntries(times(size(random, 700_000), (at) => [`k${at}`, 1]))),
  'a long string': (random, person) =>
    reading(person, { valueQuantity: undefined, valueString: 'x'.repeat(size(random, 18 * MB)) }),
  'a long number': (random, person) =>
    JSON.stringify(reading(person)).replace('"value":72', `"value":7.${'1'.repeat(size(random, 1_000_000))}`),
  'a deep tree': (random) => `${'{"extension":['.repeat(size(random, 200_000))}`,
  'a deep legal tree': (random, person) => {
    const depth = size(random, 20_000);
    return JSON.stringify(reading(person)).replace(
      /\}$/,
      `,"extension":${'[{"extension":'.repeat(depth)}[]${'}]'.repeat(depth)}}`,
    );
  },
  'deep contained parts': (random, person) =>
    reading(person, {
      contained: times(size(random, 50_000), (at) => ({
        resourceType: 'Observation',
        id: `c${at}`,
        status: 'final',
        code: { text: 'x' },
      })),
    }),
  'codings by the thousand': (random, person) =>
    reading(person, { category: times(size(random, 100_000), () => ({ coding: [{ system: 'urn:x', code: 'x' }] })) }),
  'words for expressions': (random, person) =>
    reading(person, {
      effectiveDateTime: `2026-03-01T08:30:00.${'0'.repeat(size(random, MB))}!`,
      issued: `${'9'.repeat(size(random, MB))}-`,
      code: { coding: [{ system: `urn:${'a:'.repeat(size(random, MB))} `, code: `${' '.repeat(size(random, MB))}x` }] },
    }),
  prototypes: (_random, person) =>
    JSON.stringify(reading(person)).replace('{', '{"__proto__":{"a":1},"constructor":{"prototype":{"b":1}},'),
  'half a character': (_random, person) =>
    JSON.stringify(reading(person)).replace('"final"', '"final","note":[{"text":"\\ud800"}]'),
  'no JSON': (random) => `{"resourceType":"Observation","a":"${'\\u0041'.repeat(size(random, 3_000_000))}`,
  'numbers only': (random) => times(size(random, 2_000_000), () => 1),
  'one key many times': (random) => `{${'"a":1,'.repeat(size(random, 2_000_000))}"a":1}`,
};

const references =
  (count: number): Make =>
  (_random, person) =>
    reading(person, { hasMember: times(count, (at) => ({ reference: `Observation/o${at}` })) });
const keys =
  (count: number): Make =>
  (_random, person) =>
    reading(person, Object.fromEntries(times(count, (at) => [`k${at}`, 1])));
/** Bodies that once stopped the whole product, each as it was. */
const ATTACKS: readonly (readonly [string, Make])[] = [
  ...[2_000, 5_000, 10_000, 300_000].map((count) => [`${count} references`, references(count)] as const),
  [
    '3000 conditional references',
    (_random, person) =>
      reading(person, { hasMember: times(3_000, (at) => ({ reference: `Observation?identifier=urn:x|${at}` })) }),
  ],
  ...[100_000, 700_000].map((count) => [`${count} unknown keys`, keys(count)] as const),
  [
    'a string of 18 MB',
    (_random, person) => reading(person, { valueQuantity: undefined, valueString: 'x'.repeat(18 * MB) }),
  ],
  [
    'a number of 1000000 digits',
    (_random, person) => JSON.stringify(reading(person)).replace('"value":72', `"value":7.${'1'.repeat(1_000_000)}`),
  ],
];

/** Bundles of many small resources; a `transaction` of 1,000 entries is legal. */
const BUNDLES: Readonly<Record<string, { readonly isLegal: boolean; readonly make: Make }>> = {
  'a full transaction': {
    isLegal: true,
    make: (random, person) =>
      bundle(
        'transaction',
        times(near(random, 1_000), () => reading(person)),
      ),
  },
  'a full batch': {
    isLegal: true,
    make: (random, person) =>
      bundle(
        'batch',
        times(near(random, 200), () => reading(person)),
      ),
  },
  'a transaction of full resources': {
    isLegal: true,
    make: (random, person) =>
      bundle(
        'transaction',
        times(1 + Math.floor(random() * 8), () => reading(person, { component: times(900, component) })),
      ),
  },
  'a transaction of codings': {
    isLegal: false,
    make: (_random, person) =>
      bundle(
        'transaction',
        times(1_000, () =>
          reading(person, { code: { coding: times(100, (at) => ({ system: 'urn:x', code: `c${at}` })) } }),
        ),
      ),
  },
  'a transaction that refers to itself': {
    isLegal: false,
    make: (random, person) => ({
      resourceType: 'Bundle',
      type: 'transaction',
      entry: times(size(random, 1_000), (at) => ({
        fullUrl: `urn:uuid:00000000-0000-4000-8000-${String(at).padStart(12, '0')}`,
        request: { method: 'POST', url: 'Observation' },
        resource: reading(person, {
          hasMember: times(100, (to) => ({
            reference: `urn:uuid:00000000-0000-4000-8000-${String(to).padStart(12, '0')}`,
          })),
        }),
      })),
    }),
  },
  'too many entries': {
    isLegal: false,
    make: (random, person) =>
      bundle(
        'transaction',
        times(size(random, 50_000), () => reading(person)),
      ),
  },
};

/** The other routes that write: each takes a list, a tree and a text of the given size in the fields that it reads. */
const ROUTES: readonly (readonly ['POST' | 'PUT', string, (person: Person, weight: unknown) => object])[] = [
  [
    'POST',
    '/api/phr/device',
    ({ patient }, weight) => ({ patientId: patient, name: weight, mac: 'AA:BB:CC:DD:EE:FF', type: 'ONE_HUB' }),
  ],
  [
    'POST',
    '/api/phr/device/current/add',
    ({ patient }, weight) => ({ patientId: patient, currentDevice: { deviceId: 'ABCDEFGHIJ01', deviceName: weight } }),
  ],
  ['PUT', '/api/phr/observation/note/x', (_person, weight) => ({ note: weight })],
  [
    'POST',
    '/api/phr/appointment/create',
    ({ patient }, weight) => ({ patientId: patient, slotId: 'x', reason: weight }),
  ],
  ['POST', '/patient-app/encounter/create', ({ patient }, weight) => ({ patientId: patient, encounter: weight })],
  [
    'POST',
    '/patient-app/related-person/create-family-member',
    (_person, weight) => ({ patient: { resourceType: 'Patient', name: [{ text: weight }] }, relationship: 'SON' }),
  ],
  [
    'POST',
    '/patient-app/questionnaire-response/create',
    ({ patient }, weight) => ({
      resourceType: 'QuestionnaireResponse',
      status: 'completed',
      subject: { reference: `Patient/${patient}` },
      questionnaire: 'Questionnaire/x',
      item: weight,
    }),
  ],
  [
    'POST',
    '/patient-app/riskassessment/covid19-assessment',
    ({ patient }, weight) => ({ patientId: patient, item: weight }),
  ],
  ['POST', '/patient-app/link-profile', ({ patient }, weight) => ({ patientId: patient, medicalId: weight })],
  ['POST', '/api/phr/storage/presigned-url-for-download', (_person, weight) => ({ keys: weight })],
  ['POST', '/api/ano/phr/storage/get-presigned-url-for-upload', (_person, weight) => ({ token: weight })],
];

const WEIGHTS: Readonly<Record<string, (random: Random, isLegal: boolean) => unknown>> = {
  'a list': (random, isLegal) => times(isLegal ? near(random, 500) : size(random, 300_000), (at) => `k${at}`),
  items: (random, isLegal) =>
    times(isLegal ? near(random, 1_000) : size(random, 100_000), (at) => ({
      linkId: `q${at}`,
      answer: [{ valueString: 'x' }],
    })),
  'a text': (random, isLegal) => 'x'.repeat(isLegal ? near(random, 64 * KB) : size(random, 18 * MB)),
  'a tree': (random, isLegal) => nested(isLegal ? 16 : size(random, 2_000)),
};

/** Files: sometimes a valid one near the limit of 20 MB, otherwise one whose declared type is false. */
const FILES: Readonly<Record<'legal' | 'hostile', Make>> = {
  legal: (random) => `%PDF-1.7\n${'x'.repeat(Math.floor(near(random, 19 * MB) * (random() < 0.1 ? 1 : 0.05)))}\n%%EOF`,
  hostile: (random) =>
    `${random() < 0.5 ? '%PDF-1.7\n' : '<script>'}${'<</Kids['.repeat(Math.floor(size(random, 22 * MB) / 8))}`,
};

/**
 * The bodies for a seed: every second one is legal, at 80 to 100 % of a limit. The known attacks come first, then
 * random choices among all shapes and routes.
 */
export function* hostileBodies(count: number, seed: number, person: Person): Generator<HostileBody> {
  const random = randomOf(seed);
  for (let at = 0; at < count; at += 1) {
    const isLegal = at % 2 === 0;
    const way = random();
    const attack = isLegal ? undefined : ATTACKS[(at - 1) / 2];
    if (attack !== undefined) {
      const [name, make] = attack;
      yield { name, isLegal, method: 'POST', path: FHIR, body: textOf(make(random, person)) };
    } else if (way < 0.1) {
      const [name, { make }] = pick(
        random,
        Object.entries(BUNDLES).filter(([, found]) => found.isLegal === isLegal),
      );
      yield { name, isLegal, method: 'POST', path: '/fhir', body: textOf(make(random, person)) };
    } else if (way < 0.15) {
      yield {
        name: isLegal ? 'a file' : 'no file',
        isLegal,
        method: 'PUT',
        path: UPLOAD,
        body: textOf(FILES[isLegal ? 'legal' : 'hostile'](random, person)),
      };
    } else if (way < 0.3) {
      const [method, path, wrap] = pick(random, ROUTES);
      const [weight, make] = pick(random, Object.entries(WEIGHTS));
      yield {
        name: `${path} with ${weight}`,
        isLegal,
        method,
        path,
        body: textOf(wrap(person, make(random, isLegal))),
      };
    } else {
      const [name, make] = pick(random, Object.entries(isLegal ? LEGAL : HOSTILE));
      yield { name, isLegal, method: 'POST', path: FHIR, body: textOf(make(random, person)) };
    }
  }
}

const textOf = (made: unknown): string => (typeof made === 'string' ? made : JSON.stringify(made));
