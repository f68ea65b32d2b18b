import { readFile } from 'node:fs/promises';
import { decodeJwt } from 'jose';
import { isObject } from '@phr/fhir/json';
import { SYSTEM_ACTOR } from '../src/fhir/actor.ts';
import type { WriteAction } from '../src/kit/platform.ts';
import { TYPES, ruleOf } from '../src/fhir/resource-types.ts';
import { valuesAt } from '../src/fhir/resource.ts';
import { newPerson } from './browser.ts';
import { resigned } from './forge.ts';
import { newPartner, offerModules, PAGE } from './partner.ts';
import { inlineTypes, sampleFor, SYSTEM_OF_TEST } from './rights-samples.ts';
import { accessKind, requestsTo, send, type Named, type RouteAnswer, type RouteRequest } from './route-requests.ts';
import { follow } from './socket.ts';
import { startTestBackend, type TestBackend } from './test-backend.ts';

// Tries every call of every type for each kind of account.
import.meta.jest.setTimeout(60_000);

// Every action × every type × every kind of token. The expected results are in rights-table.json, written by hand.

interface Table {
  readonly tokens: readonly string[];
  readonly types: Readonly<Record<string, Readonly<Record<'read' | WriteAction, string>>>>;
  readonly everything: string;
  readonly accessLog: string;
  readonly socket: string;
  /** The resource types of the modules' calls, by the kind of address; a partner's token is accepted by no other. */
  readonly addresses: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly routes: Readonly<Record<string, string>>;
  /** Routes that an installation with another record server does not offer. */
  readonly ownRecordsOnly: readonly string[];
}
const TABLE = JSON.parse(await readFile(new URL('rights-table.json', import.meta.url), 'utf8')) as Table;
const MODULES = {
  booking: 'mfe-booking',
  imaging: 'mfe-imaging',
  records: 'mfe-records',
  vitals: 'mfe-vitals',
} as const;

let backend: TestBackend;
/** The record that all is about: one entry of each type. */
let record: Named;
const tokens = new Map<string, string>();
const contents = new Map<string, Readonly<Record<string, unknown>>>();

const tokenOf = (who: string): string => tokens.get(who) ?? '';
const ask = (who: string, request: RouteRequest): Promise<RouteAnswer> =>
  send(backend.urls.shell, request, tokenOf(who));
const isIn = (who: string, words: string | undefined): boolean => (words ?? '').split(' ').includes(who);
const offered = (): readonly (readonly [string, string])[] =>
  Object.entries(TABLE.routes).filter(
    ([name]) => backend.config.fhirUpstream === undefined || !TABLE.ownRecordsOnly.includes(name),
  );
const idOf = (type: string): string => record.ids[type] ?? '';
const spareOf = (type: string): string => spare.get(type) ?? idOf(type);

beforeAll(async () => {
  backend = await startTestBackend({
    PARTNER_ORIGINS: PAGE,
    LIMIT_API_PER_MINUTE_USER: '1000000',
    LIMIT_HANDOFF_PER_HOUR_PERSON: '1000',
  });
  const { access, db } = backend.platform;
  const people = new Map<string, { readonly userId: string; readonly patientId: string; readonly phone: string }>();
  for (const who of ['owner', 'writer', 'reader', 'ended', 'stranger']) {
    const {
      phone,
      tokens: { access_token: token },
    } = await newPerson(backend.config);
    tokens.set(who, token);
    const made = await ask(who, { method: 'POST', path: '/fhir/Patient', body: sampleFor('Patient', '') });
    people.set(who, {
      userId: String(decodeJwt(token)['box_user']),
      patientId: (JSON.parse(made.text) as { id: string }).id,
      phone,
    });
  }
  const owner = people.get('owner') ?? { userId: '', patientId: '', phone: '' };
  const { patientId } = owner;
  const ids: Record<string, string> = { Patient: patientId, User: owner.userId };
  record = { patientId, ids };
  for (const type of Object.keys(TYPES)) {
    if (type === 'Patient' || type === 'User' || type === 'Concept') continue;
    const sample = sampleFor(type, patientId, `${type}-1`);
    // entries that persons may make are made by this person
    if (ruleOf(type)?.may.includes('create') === true) {
      const { status, text } = await ask('owner', { method: 'POST', path: `/fhir/${type}`, body: sample });
      expect([type, status, status < 300 ? '' : text]).toEqual([type, 201, '']);
      ids[type] = (JSON.parse(text) as { id: string }).id;
    } else ids[type] = (await backend.repository.create(SYSTEM_ACTOR, sample)).id;
  }
  await backend.repository.update(SYSTEM_ACTOR, { resourceType: 'User', id: owner.userId, userName: owner.phone });
  for (const [who, rights, endsAt] of [
    ['writer', 'write', undefined],
    ['reader', 'read', undefined],
    ['ended', 'write', new Date(Date.now() + 600_000)],
  ] as const) {
    await access.grant({
      userId: people.get(who)?.userId ?? '',
      patientId,
      source: 'grant',
      rights,
      by: owner.userId,
      ...(endsAt === undefined ? {} : { endsAt }),
    });
  }
  await db.query(
    "update access set starts_at = now() - interval '2 hours', ends_at = now() - interval '1 second' where user_id = $1 and patient_id = $2",
    [people.get('ended')?.userId, patientId],
  );
  await offerModules(backend);
  const partner = await newPartner(backend, 'clinic');
  const { subject } = await partner.link(owner.phone);
  for (const [who, module] of Object.entries(MODULES)) tokens.set(who, (await partner.token(subject, module)).token);
  tokens.set('expired', await resigned(db, tokenOf('owner'), { exp: Math.floor(Date.now() / 1_000) - 60 }));
  for (const type of Object.keys(ids)) {
    const { content } = await backend.repository.read(SYSTEM_ACTOR, type, ids[type] ?? '');
    const { meta: _meta, ...rest } = JSON.parse(content) as Record<string, unknown>;
    contents.set(type, rest);
  }
}, 180_000);
afterAll(() => backend.stop());

type Verdict = 'allowed' | 'refused' | string;

/** The result of a response: done, refused by rights, or something else that must not happen in a test. */
function verdictOf({ status, code, text }: RouteAnswer): Verdict {
  if (status < 300) return 'allowed';
  return status === 403 && ['ACCESS_DENIED', 'forbidden'].includes(code)
    ? 'refused'
    : `${status} ${text.slice(0, 160)}`;
}

const bundle = (type: 'transaction' | 'batch', entry: object): RouteRequest => ({
  method: 'POST',
  path: '/fhir',
  body: { resourceType: 'Bundle', type, entry: [entry] },
});
/** The response for the only entry of a batch, as if it had been sent alone. */
function ofBatch(answer: RouteAnswer): RouteAnswer {
  if (answer.status !== 200) return answer;
  const [entry] = valuesAt(JSON.parse(answer.text), 'entry.response');
  const status = Number.parseInt(isObject(entry) ? String(entry['status']) : '', 10);
  return { status, text: JSON.stringify(entry), code: status === 403 ? 'forbidden' : '' };
}

interface Way {
  readonly name: string;
  readonly action: 'read' | WriteAction;
  /** Kind of address that a module must declare besides. */
  readonly address: string;
  readonly request: (type: string) => RouteRequest | undefined;
  readonly batch?: true;
}

const isRecord = (type: string): boolean => TYPES[type]?.scope === 'patient';
const fresh = (type: string): object => sampleFor(type, record.patientId);
const found = (type: string): string => `identifier=${SYSTEM_OF_TEST}|${type}-1`;
const known = (type: string, request: RouteRequest): RouteRequest | undefined =>
  idOf(type) === '' ? undefined : request;
const WAYS: readonly Way[] = [
  {
    name: 'GET /fhir/:type/:id',
    action: 'read',
    address: 'read',
    request: (type) => known(type, { method: 'GET', path: `/fhir/${type}/${idOf(type)}` }),
  },
  {
    name: 'GET /fhir/:type/:id/_history',
    action: 'read',
    address: 'none',
    request: (type) => known(type, { method: 'GET', path: `/fhir/${type}/${idOf(type)}/_history` }),
  },
  {
    name: 'GET /fhir/:type/:id/_history/:version',
    action: 'read',
    address: 'none',
    request: (type) => known(type, { method: 'GET', path: `/fhir/${type}/${idOf(type)}/_history/1` }),
  },
  {
    name: 'GET /fhir/:type/:id/:child',
    action: 'read',
    address: 'list',
    request: (type) =>
      isRecord(type) && type !== 'Patient'
        ? { method: 'GET', path: `/fhir/Patient/${record.patientId}/${type}?_count=1` }
        : undefined,
  },
  {
    name: 'GET /fhir/:type/:id/:child?_summary=count',
    action: 'read',
    address: 'list',
    request: (type) =>
      isRecord(type) && type !== 'Patient'
        ? { method: 'GET', path: `/fhir/Patient/${record.patientId}/${type}?_summary=count` }
        : undefined,
  },
  {
    name: 'GET /fhir/:type',
    action: 'read',
    address: 'search',
    request: (type) =>
      type === 'User'
        ? undefined
        : {
            method: 'GET',
            path: `/fhir/${type}?${isRecord(type) ? `${type === 'Patient' ? '_id' : 'patient'}=${record.patientId}&` : ''}_count=1`,
          },
  },
  {
    name: 'POST /fhir (batch, read)',
    action: 'read',
    address: 'none',
    batch: true,
    request: (type) =>
      known(type, bundle('batch', { request: { method: 'GET', url: `${type}/${idOf(type)}/_history` } })),
  },
  {
    name: 'POST /fhir/:type',
    action: 'create',
    address: 'create',
    request: (type) => ({ method: 'POST', path: `/fhir/${type}`, body: fresh(type) }),
  },
  {
    name: 'POST /fhir (transaction, create)',
    action: 'create',
    address: 'entry',
    request: (type) => bundle('transaction', { resource: fresh(type), request: { method: 'POST', url: type } }),
  },
  {
    name: 'POST /fhir (batch, create)',
    action: 'create',
    address: 'entry',
    batch: true,
    request: (type) => bundle('batch', { resource: fresh(type), request: { method: 'POST', url: `/${type}` } }),
  },
  {
    name: 'POST /fhir (transaction, conditional create)',
    action: 'create',
    address: 'entry',
    request: (type) =>
      bundle('transaction', {
        resource: fresh(type),
        request: { method: 'POST', url: type, ifNoneExist: found(type) },
      }),
  },
  {
    name: 'POST /fhir (batch, conditional create)',
    action: 'create',
    address: 'entry',
    batch: true,
    request: (type) =>
      bundle('batch', { resource: fresh(type), request: { method: 'POST', url: type, ifNoneExist: found(type) } }),
  },
  {
    name: 'PUT /fhir/:type/:id',
    action: 'update',
    address: 'update',
    request: (type) => known(type, { method: 'PUT', path: `/fhir/${type}/${idOf(type)}`, body: contents.get(type) }),
  },
  {
    name: 'POST /fhir (transaction, update)',
    action: 'update',
    address: 'entry',
    request: (type) =>
      known(
        type,
        bundle('transaction', {
          resource: contents.get(type),
          request: { method: 'PUT', url: `${type}/${idOf(type)}` },
        }),
      ),
  },
  {
    name: 'POST /fhir (batch, update)',
    action: 'update',
    address: 'entry',
    batch: true,
    request: (type) =>
      known(
        type,
        bundle('batch', { resource: contents.get(type), request: { method: 'PUT', url: `${type}/${idOf(type)}` } }),
      ),
  },
  {
    name: 'DELETE /fhir/:type/:id',
    action: 'delete',
    address: 'delete',
    request: (type) => known(type, { method: 'DELETE', path: `/fhir/${type}/${spareOf(type)}` }),
  },
  {
    name: 'POST /fhir (transaction, delete)',
    action: 'delete',
    address: 'entry',
    request: (type) =>
      known(type, bundle('transaction', { request: { method: 'DELETE', url: `${type}/${spareOf(type)}` } })),
  },
  {
    name: 'POST /fhir (batch, delete)',
    action: 'delete',
    address: 'entry',
    batch: true,
    request: (type) => known(type, bundle('batch', { request: { method: 'DELETE', url: `${type}/${spareOf(type)}` } })),
  },
];
/** Routes of the record server that other tests of this file cover. */
const ELSEWHERE = ['GET /fhir/AuditEvent', 'GET /fhir/Patient/:id/$everything'];

/** Entries to be deleted, of the types that allow deletion for some entries. */
const spare = new Map<string, string>();
async function renew(type: string): Promise<void> {
  const made = await ask('owner', { method: 'POST', path: `/fhir/${type}`, body: fresh(type) });
  spare.set(type, (JSON.parse(made.text) as { id: string }).id);
}

test('every type that the server holds and every route of a record has its row', () => {
  expect(Object.keys(TABLE.types).toSorted()).toEqual(Object.keys(TYPES).toSorted());
  const routes = backend.routes
    .filter(
      (route) =>
        route.server === 'shell' &&
        accessKind(route) === 'patient' &&
        !['HEAD', 'OPTIONS'].includes(String(route.method)),
    )
    .map(({ method, url }) => `${String(method)} ${url}`);
  const tried = new Set([
    ...WAYS.map(({ name }) => name.replace(/[ ?][(_].*$/, '')),
    ...ELSEWHERE,
    ...Object.keys(TABLE.routes),
  ]);
  expect(routes.filter((route) => !tried.has(route.replace(/\/$/, '')))).toEqual([]);
  expect(offered().filter(([route]) => !routes.includes(route))).toEqual([]);
  for (const row of [
    ...Object.values(TABLE.types).flatMap((actions) => Object.values(actions)),
    ...Object.values(TABLE.routes),
    TABLE.everything,
    TABLE.socket,
  ]) {
    for (const who of row.split(' ').filter((name) => name !== '')) expect(TABLE.tokens).toContain(who);
  }
});

const MODULE_NAMES = Object.keys(MODULES);

test.each(TABLE.tokens)(
  '[SEC-03] the record server does for %s what the table says, alone, in bundles and by conditions',
  async (who) => {
    const wrong: string[] = [];
    for (const type of Object.keys(TYPES)) {
      for (const { name, action, address, request, batch } of WAYS) {
        // entries outside all records are not written at all, and a user's own entry is covered by another test
        if (type === 'Concept' && name !== 'GET /fhir/:type') continue;
        if (type === 'User' && action === 'create') continue;
        const expected =
          isIn(who, TABLE.types[type]?.[action]) &&
          (!MODULE_NAMES.includes(who) || isIn(type, TABLE.addresses[who]?.[address]))
            ? 'allowed'
            : 'refused';
        if (action === 'delete' && expected === 'allowed') await renew(type);
        const sent = request(type);
        if (sent === undefined) continue;
        const raw = await ask(who, sent);
        const answer = batch === true ? ofBatch(raw) : raw;
        // an account has one record of its own: the conflict shows that it has the right to create one
        const verdict =
          type === 'Patient' && action === 'create' && answer.status === 409 ? 'allowed' : verdictOf(answer);
        if (verdict !== expected) wrong.push(`${name} ${type}: ${verdict}, not ${expected}`);
      }
    }
    expect(wrong).toEqual([]);
  },
);

const READERS = ['owner', 'writer', 'reader', 'records', 'vitals'];

test.each(READERS)('[SEC-03] _assoc puts inline for %s only what the table lets that token read', async (who) => {
  const targets = Object.keys(TYPES).filter((type) => type !== 'Concept' && type !== 'User');
  const focus = targets.map((type) => ({ reference: `${type}/${idOf(type)}` }));
  const { id } = await backend.repository.create(SYSTEM_ACTOR, {
    ...sampleFor('Observation', record.patientId),
    resourceType: 'Observation',
    focus,
  });
  const paths = [
    `/fhir/Patient/${record.patientId}/Observation?_id=${id}&_assoc=focus,subject`,
    ...(MODULE_NAMES.includes(who)
      ? []
      : [
          `/fhir/Observation/${id}?_assoc=focus&_assoc=subject`,
          `/fhir/Observation?patient=${record.patientId}&_id=${id}&_assoc=focus`,
        ]),
  ];
  for (const path of paths) {
    const { status, text } = await ask(who, { method: 'GET', path });
    expect([path, status]).toEqual([path, 200]);
    expect([...inlineTypes(JSON.parse(text))].toSorted()).toEqual(
      targets.filter((type) => isIn(who, TABLE.types[type]?.read)).toSorted(),
    );
  }
});

test.each(['owner', 'writer', 'records', 'vitals'])(
  '[SEC-03] a reference by search finds for %s only what the table lets that token read',
  async (who) => {
    const wrong: string[] = [];
    for (const type of Object.keys(TYPES).filter(
      (name) => !['Patient', 'Concept', 'User', 'Provenance'].includes(name),
    )) {
      const body = { ...sampleFor('Observation', record.patientId), focus: [{ reference: `${type}?${found(type)}` }] };
      const { status, text } = await ask(who, { method: 'POST', path: '/fhir/Observation', body });
      if (status !== (isIn(who, TABLE.types[type]?.read) ? 201 : 412))
        wrong.push(`${type}: ${status} ${text.slice(0, 160)}`);
    }
    expect(wrong).toEqual([]);
  },
);

test('[SEC-03] nobody is told of another record by a condition or a reference by search', async () => {
  const mine = String(
    (
      JSON.parse((await ask('stranger', { method: 'GET', path: '/patient-app/related-person/rights' })).text) as {
        data: { patientId: string }[];
      }
    ).data[0]?.patientId,
  );
  for (const type of ['Observation', 'Condition', 'Coverage']) {
    const made = await ask(
      'stranger',
      bundle('transaction', {
        resource: sampleFor(type, mine),
        request: { method: 'POST', url: type, ifNoneExist: found(type) },
      }),
    );
    expect([type, made.status]).toEqual([type, 200]);
    expect(made.text).not.toContain(idOf(type));
    const pointed = await ask('stranger', {
      method: 'POST',
      path: '/fhir/Observation',
      body: { ...sampleFor('Observation', mine), focus: [{ reference: `${type}?${found(type)}` }] },
    });
    // its own, made above without the identifier, is not found either
    expect([type, pointed.status]).toEqual([type, 412]);
  }
});

test.each(TABLE.tokens)(
  '[SEC-03] $everything, the access log and the socket answer %s as the table says',
  async (who) => {
    const everything = verdictOf(
      await ask(who, { method: 'GET', path: `/fhir/Patient/${record.patientId}/$everything?_type=Patient` }),
    );
    const log = verdictOf(await ask(who, { method: 'GET', path: `/fhir/AuditEvent?patient=${record.patientId}` }));
    const socket = await follow(backend.urls.shell, record.patientId, tokenOf(who)).then(
      (listener) => {
        listener.close();
        return 'allowed';
      },
      () => 'refused',
    );
    const expected = (row: string): string => (isIn(who, row) ? 'allowed' : 'refused');
    expect({ everything, log, socket }).toEqual({
      everything: expected(TABLE.everything),
      log: expected(TABLE.accessLog),
      socket: expected(TABLE.socket),
    });
  },
);

// what those with a right may do is done: they come last
const IN_ORDER = TABLE.tokens.toSorted(
  (a, b) =>
    Number(isIn(a, 'writer owner')) - Number(isIn(b, 'writer owner')) ||
    Number(MODULE_NAMES.includes(a)) - Number(MODULE_NAMES.includes(b)),
);

test.each(IN_ORDER)('[SEC-03] every other route about a record answers %s as the table says', async (who) => {
  const wrong: string[] = [];
  for (const [name, row] of offered()) {
    const route = backend.routes.find(({ method, url }) => `${String(method)} ${url}` === name);
    if (route === undefined) throw new Error(`${name} is no route`);
    const answers = await Promise.all(requestsTo(route, record).map((request) => ask(who, request)));
    // a refusal for another reason (no such slot, a wrong code, a hospital's entry) comes after the check of rights
    const isOpen = answers.some(
      ({ status, code }) => status < 500 && status !== 401 && !(status === 403 && code === 'ACCESS_DENIED'),
    );
    const isRefused = answers.every(({ status, code }) => status === 403 && code === 'ACCESS_DENIED');
    if (isIn(who, row) ? !isOpen : !isRefused)
      wrong.push(`${name}: ${answers.map(({ status, code }) => `${status} ${code}`).join(', ')}`);
  }
  expect(wrong).toEqual([]);
});

test('[SEC-03] who may only read a record measures nothing with its devices, and nothing into it', async () => {
  const rights = JSON.parse(
    (await ask('reader', { method: 'GET', path: '/patient-app/related-person/rights' })).text,
  ) as { data: { patientId: string; rights: string }[] };
  const readers = String(rights.data.find(({ patientId }) => patientId !== record.patientId)?.patientId);
  const deviceOf = async (patientId: string, mac: string): Promise<string> => {
    const identifier = [{ system: 'https://phr.example/sid/mac', value: mac }];
    return (await backend.repository.create(SYSTEM_ACTOR, { ...sampleFor('Device', patientId), identifier })).id;
  };
  const theirs = await deviceOf(record.patientId, 'AA:BB:CC:00:11:99');
  const own = await deviceOf(readers, 'AA:BB:CC:00:11:98');
  const start = async (who: string, patientId: string, deviceId: string) => {
    const path = '/api/phr/health-sign-monitor/start-session';
    return (await ask(who, { method: 'POST', path, body: { patientId, deviceId, socketId: 'x' } })).code;
  };
  // its readings would be taken away from the record
  expect(await start('reader', readers, theirs)).toBe('ACCESS_DENIED');
  // and here the record would get readings of anybody
  expect(await start('reader', record.patientId, own)).toBe('ACCESS_DENIED');
  expect(await start('reader', readers, own)).not.toBe('ACCESS_DENIED');
  expect(await start('writer', record.patientId, theirs)).not.toBe('ACCESS_DENIED');
});

test("[SEC-03] a programme that is told of the record is joined in the app, not on a partner's page", async () => {
  const { db } = backend.platform;
  const join = (who: string, code: string) =>
    ask(who, {
      method: 'POST',
      path: '/patient-app/enrollment/join',
      body: { enrollmentCode: code, enrollmentType: 'PKB', orgId: idOf('Organization'), patientId: record.patientId },
    });
  for (const [code, shares] of [
    ['TOLD', ['vital-signs']],
    ['SILENT', []],
  ] as const) {
    await db.query(
      `insert into enrollment (code, type, org_id, org_code, title, shares, makes_encounter) values ($1, 'PKB', $2, 'X', 'x', $3, false)`,
      [code, idOf('Organization'), shares],
    );
  }
  const consents = async () =>
    (await backend.repository.search(SYSTEM_ACTOR, 'Consent', { _count: '1000' }, { patientId: record.patientId }))
      .items.length;
  const before = await consents();
  expect((await join('records', 'TOLD')).code).toBe('ACCESS_DENIED');
  expect((await join('records', 'SILENT')).status).toBe(200);
  expect(await consents()).toBe(before);
  expect((await join('writer', 'TOLD')).status).toBe(200);
  expect(await consents()).toBe(before + 1);
});

test.each([
  ['an expired token', 'expired'],
  ['no token', 'none'],
])('[SEC-04] %s opens nothing in any way', async (_what, who) => {
  for (const type of ['Observation', 'Organization']) {
    for (const { request } of WAYS) {
      const sent = request(type);
      if (sent !== undefined)
        expect([
          sent.method,
          sent.path,
          (await send(backend.urls.shell, sent, who === 'none' ? undefined : tokenOf(who))).status,
        ]).toEqual([sent.method, sent.path, 401]);
    }
  }
  await expect(follow(backend.urls.shell, record.patientId, tokenOf(who) || 'x')).rejects.toThrow();
});
