import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { isObject } from '@phr/fhir/json';
import { SYSTEM_ACTOR } from '../src/fhir/actor.ts';
import { runBundle } from '../src/records/bundle.ts';
import { FhirError } from '../src/fhir/fhir-error.ts';
import { parseJson } from '../src/kit/content/json-text.ts';
import { valuesAt, type Resource } from '../src/fhir/resource.ts';
import { startFhirServer, type FhirServer } from './fhir-server.ts';

const RECORDS = path.resolve(import.meta.dirname, '../../../shared/data/records');
const files = existsSync(RECORDS) ? readdirSync(RECORDS).filter((name) => name.endsWith('.json')) : [];
if (files.length === 0) console.info('skipped: no sample records beside the project');

interface Entry {
  readonly fullUrl?: string;
  readonly resource: Resource;
}
let server: FhirServer;
beforeAll(async () => {
  server = await startFhirServer();
});
afterAll(() => server.stop());

const bundleOf = (name: string): { readonly type: string; readonly entry: readonly Entry[] } =>
  JSON.parse(readFileSync(path.join(RECORDS, name), 'utf8')) as never;
const transaction = (entry: readonly Entry[], type = 'transaction'): object => ({
  resourceType: 'Bundle',
  type,
  entry: entry.map(({ fullUrl, resource }) => ({
    ...(fullUrl === undefined ? {} : { fullUrl }),
    resource,
    request: { method: 'POST', url: resource.resourceType },
  })),
});
const idsOf = (answer: object): readonly string[] =>
  valuesAt(answer, 'entry.response.location').map((location) => String(location).split('/')[1] ?? '');
const rows = async (): Promise<number> =>
  Number((await server.db.query<{ count: string }>('select count(*) from fhir_resource'))[0]?.count);

/** The content that must be readable again: all but id, meta and the addresses assigned by the server. */
function comparable(value: unknown, key = '', top = true): unknown {
  if (Array.isArray(value)) return value.map((member) => comparable(member, key, false));
  if (isObject(value))
    return Object.fromEntries(
      Object.entries(value)
        .filter(([name]) => !top || (name !== 'id' && name !== 'meta'))
        .map(([name, member]) => [name, comparable(member, name, false)]),
    );
  return key === 'reference' ||
    (typeof value === 'string' && value.startsWith('urn:uuid:') && ['url', 'valueUri', 'valueUrl'].includes(key))
    ? 'reference'
    : value;
}
/** The internal id is given by the server. */
const withoutInternalId = (resource: Resource): Resource =>
  resource.resourceType !== 'Patient'
    ? resource
    : {
        ...resource,
        identifier: valuesAt(resource, 'identifier').filter(
          (identifier) => !valuesAt(identifier, 'type.coding.code').includes('PI'),
        ),
      };

(files.length === 0 ? test.skip : test)(
  'the transaction bundles of other systems go in whole, and every resource comes out as it was sent',
  async () => {
    for (const [name, entries] of [
      ['synthea-chronic-397.json', 397],
      ['synthea-small-child-107.json', 107],
    ] as const) {
      const { entry } = bundleOf(name);
      const stored = idsOf(
        JSON.parse(await runBundle(server.repository, SYSTEM_ACTOR, bundleOf(name), false)) as object,
      );
      expect([name, stored.length]).toEqual([name, entries]);
      const names = new Map(
        entry.map(({ fullUrl, resource }, index) => [fullUrl, `${resource.resourceType}/${stored[index]}`]),
      );
      for (const [index, { resource }] of entry.entries()) {
        const read = JSON.parse(
          (await server.repository.read(SYSTEM_ACTOR, resource.resourceType, stored[index] ?? '')).content,
        ) as Resource;
        expect(comparable(withoutInternalId(read))).toEqual(comparable(withoutInternalId(resource)));
        // each reference leads to the entry that it named
        expect(valuesAt(read, 'subject.reference')).toEqual(
          valuesAt(resource, 'subject.reference').map((reference) => names.get(String(reference)) ?? reference),
        );
        expect(valuesAt(read, 'encounter.reference')).toEqual(
          valuesAt(resource, 'encounter.reference').map((reference) => names.get(String(reference)) ?? reference),
        );
      }
    }
  },
);

(files.length === 0 ? test.skip : test)(
  'documents, collections and single resources of other systems come out as they were sent',
  async () => {
    let compared = 0;
    const refused: [string, string][] = [];
    for (const name of files.filter((file) => !/^synthea|bad-/.test(file))) {
      const read = JSON.parse(readFileSync(path.join(RECORDS, name), 'utf8')) as Resource;
      // a single resource names people of the bundle that it was taken from
      const json =
        read.resourceType === 'Bundle'
          ? read
          : (JSON.parse(
              JSON.stringify(read).replaceAll(/"reference":"urn:uuid:[^"]+"/g, '"reference":"Patient/outside"'),
            ) as Resource);
      const resources =
        json.resourceType === 'Bundle' ? (valuesAt(json, 'entry') as readonly Entry[]) : [{ resource: json }];
      // links to people and places outside the file stay unchanged
      const answer = await runBundle(server.repository, SYSTEM_ACTOR, transaction(resources), false).then(
        (text) => JSON.parse(text) as object,
        (error: unknown) => {
          // a file whose references have no target is refused, with the location of the first
          refused.push([
            name,
            error instanceof FhirError ? error.message.replace(/^urn:uuid:\S+/, 'It') : String(error),
          ]);
          return {};
        },
      );
      for (const [index, id] of idsOf(answer).entries()) {
        const sent = resources[index]?.resource;
        if (sent === undefined) continue;
        const stored = JSON.parse(
          (await server.repository.read(SYSTEM_ACTOR, sent.resourceType, id)).content,
        ) as Resource;
        expect([name, comparable(withoutInternalId(stored))]).toEqual([name, comparable(withoutInternalId(sent))]);
        compared += 1;
      }
    }
    expect(refused).toEqual([]);
    expect(compared).toBeGreaterThan(60);
  },
);

(files.length === 0 ? test.skip : test)('a bad bundle is refused whole and its entry is named', async () => {
  const { entry } = bundleOf('synthea-small-child-107.json');
  const before = await rows();
  const refuse = async (change: (entries: Entry[]) => void): Promise<readonly [number, string | undefined]> => {
    const entries = structuredClone(entry) as Entry[];
    change(entries);
    const error = await runBundle(server.repository, SYSTEM_ACTOR, transaction(entries), false).then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    if (!(error instanceof FhirError)) throw new Error('the bundle was taken', { cause: error });
    return [error.statusCode, error.issues[0]?.expression];
  };
  const at = entry.findIndex(({ resource }) => resource.resourceType === 'Observation');
  expect(
    await refuse((entries) => {
      entries[at] = {
        ...entries[at],
        resource: { ...entry[at]?.resource, resourceType: 'Observation', effectiveDateTime: '2019-02-29' },
      };
    }),
  ).toEqual([400, `Bundle.entry[${at}].resource.effectiveDateTime`]);
  expect(
    await refuse((entries) => {
      entries[106] = { ...entries[106], resource: { resourceType: 'Spaceship' } };
    }),
  ).toEqual([400, 'Bundle.entry[106].resource']);
  expect(
    await refuse((entries) => {
      entries[at] = { fullUrl: entry[at - 1]?.fullUrl ?? '', resource: entry[at]?.resource ?? { resourceType: '' } };
    }),
  ).toEqual([400, `Bundle.entry[${at}].resource`]);
  expect(
    await refuse((entries) => {
      entries.splice(0, 1);
    }),
  ).toEqual([400, expect.stringMatching(/^Bundle\.entry\[\d+\]\.resource\.\w+.*reference$/)]);
  expect(await rows()).toBe(before);
});

test('decimals come back with the digits that were sent', async () => {
  const { body } = await server.call('POST', '/Patient', {
    as: 'decimal',
    body: { resourceType: 'Patient', name: [{ text: 'AN' }] },
  });
  const patient = String(body['id']);
  const numbers = ['5.40', '37.0', '1.0e2', '0.10', '12345678901234567890', '-0', '7', '3.25'];
  const reading = (value: string): string =>
    `{"resourceType":"Observation","status":"final","code":{"text":"x"},"subject":{"reference":"Patient/${patient}"},"valueQuantity":{"value":${value},"unit":"mmol/L"}}`;
  for (const value of numbers) {
    const created = await server.call('POST', '/Observation', { as: 'decimal', body: reading(value) });
    expect([value, created.status, created.text.includes(`"value":${value},`)]).toEqual([value, 201, true]);
    expect((await server.call('GET', `/Observation/${created.body['id']}`, { as: 'decimal' })).text).toContain(
      `"value":${value},`,
    );
  }
  const bundle = `{"resourceType":"Bundle","type":"transaction","entry":[{"fullUrl":"urn:uuid:a","resource":${reading('6.10')},"request":{"method":"POST","url":"Observation"}}]}`;
  expect(
    (await server.call('POST', '', { as: 'decimal', body: bundle, headers: { prefer: 'return=representation' } })).text,
  ).toContain('"value":6.10,');
  expect((await server.call('GET', `/Patient/${patient}/Observation`, { as: 'decimal' })).text).toContain(
    '"value":6.10,',
  );
  expect((await server.call('POST', '/Observation', { as: 'decimal', body: reading('"5.40"') })).status).toBe(400);
  expect((await server.call('POST', '/Observation', { as: 'decimal', body: reading('1e999') })).status).toBe(400);
});

test('numbers are read as numbers, and only those that would change are kept as text', () => {
  expect(parseJson('{"a":[1,2.5],"b":0.10}')).toMatchObject({ a: [1, 2.5] });
  for (const text of [
    '{"a":5.40}',
    '[0.10,1.00]',
    '{"a":"5.40, x","b":2}',
    '{"a":1E5}',
    '{"a":9007199254740993}',
    '{"a":-0}',
  ])
    expect(JSON.stringify(parseJson(text))).toBe(text);
  expect(() => parseJson('{"a":5.40')).toThrow(SyntaxError);
});

test('a reference by search finds the one resource with the identifier, in records that may be seen', async () => {
  const identifier = [{ system: 'urn:x', value: 'bv-1' }];
  await server.repository.update(SYSTEM_ACTOR, {
    resourceType: 'Organization',
    id: 'bv-1',
    identifier,
    name: 'Bệnh viện A',
  });
  const { body } = await server.call('POST', '/Patient', {
    as: 'search-1',
    body: { resourceType: 'Patient', name: [{ text: 'AN' }], identifier: [{ system: 'urn:x', value: 'an' }] },
  });
  await server.call('POST', '/Patient', {
    as: 'search-2',
    body: { resourceType: 'Patient', name: [{ text: 'BINH' }], identifier: [{ system: 'urn:x', value: 'binh' }] },
  });
  const send = (subject: string, place: string) =>
    server.call('POST', '', {
      as: 'search-1',
      headers: { prefer: 'return=representation' },
      body: transaction([
        {
          resource: {
            resourceType: 'Encounter',
            status: 'finished',
            class: { code: 'AMB' },
            subject: { reference: subject },
            serviceProvider: { reference: place },
          },
        },
      ]),
    });
  const saved = await send('Patient?identifier=urn:x|an', 'Organization?identifier=urn:x|bv-1');
  expect([
    saved.status,
    valuesAt(saved.body, 'entry.resource.subject.reference'),
    valuesAt(saved.body, 'entry.resource.serviceProvider.reference'),
  ]).toEqual([200, [`Patient/${body['id']}`], ['Organization/bv-1']]);
  for (const [subject, place] of [
    ['Patient?identifier=urn:x|binh', 'Organization/bv-1'],
    ['Patient?identifier=urn:x|nobody', 'Organization/bv-1'],
  ] as const) {
    const refused = await send(subject, place);
    expect([refused.status, valuesAt(refused.body, 'issue.expression')]).toEqual([
      412,
      ['Bundle.entry[0].resource.subject.reference'],
    ]);
  }
});
