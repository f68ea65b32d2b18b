import { SYSTEM_ACTOR, type Actor } from '../src/fhir/actor.ts';
import { createRepository } from '../src/records/postgres/repository.ts';
import { createWriteCheck } from '../src/records/upstream/check.ts';
import { resolveConditional as resolveSearches } from '../src/records/upstream/references.ts';
import { FhirError, forbidden } from '../src/fhir/fhir-error.ts';
import { indexColumns } from '../src/fhir/index-columns.ts';
import { valuesAt, type Resource } from '../src/fhir/resource.ts';
import { createLogger, createServer } from '../src/kit/logger.ts';
import { toErrorResponse } from '../src/kit/server-error.ts';
import { beginMoves } from '../src/records/move-attachments.ts';
import { faultsOf } from '../src/gateway/admin/questionnaire-check.ts';
import { startFhirServer, type FhirServer } from './fhir-server.ts';

let server: FhirServer;
let patientId: string;
beforeAll(async () => {
  server = await startFhirServer();
  const { body } = await server.call('POST', '/Patient', {
    as: 'owner',
    body: { resourceType: 'Patient', name: [{ text: 'An' }] },
  });
  patientId = String(body['id']);
});
afterAll(() => server.stop());

const person = async (): Promise<Actor> => ({
  kind: 'person',
  userId: 'owner',
  ...(await server.access.rightsOf('owner')),
});
const code = { coding: [{ system: 'http://loinc.org', code: '8310-5' }] };
const observation = (more: object = {}): Resource => ({
  resourceType: 'Observation',
  status: 'final',
  code,
  subject: { reference: `Patient/${patientId}` },
  ...more,
});

/** References whose text is counted each time it is read. */
function counted(
  count: number,
  textOf: (n: number) => string,
): { readonly references: readonly object[]; readonly looks: () => number } {
  let looks = 0;
  const references = Array.from({ length: count }, (_, n) =>
    Object.defineProperty({}, 'reference', {
      enumerable: true,
      get: () => {
        looks += 1;
        return textOf(n);
      },
    }),
  );
  return { references, looks: () => looks };
}

const REFERENCES = 500;
/** Far from 500 × 500, and enough for every traversal that is made once per resource. */
const LOOKS = REFERENCES * 20;

describe('the work for a resource grows with its size and not with its square', () => {
  test('references to records of others, which are refused with the place of the first', async () => {
    const { references, looks } = counted(REFERENCES, (n) => `Observation/none-${n}`);
    const refused = await server.repository
      .create(await person(), observation({ hasMember: references }))
      .catch((error: unknown) => error);
    expect(refused).toMatchObject({ statusCode: 403, issues: [{ expression: 'Observation.hasMember[0].reference' }] });
    expect(looks()).toBeLessThan(LOOKS);
  });

  test('references by search, and names that are in no bundle', async () => {
    const bySearch = counted(REFERENCES, (n) => `Organization?identifier=s|${n}`);
    const refused = await server.repository
      .create(SYSTEM_ACTOR, observation({ performer: bySearch.references }))
      .catch((error: unknown) => error);
    expect(refused).toMatchObject({ statusCode: 412, issues: [{ expression: 'Observation.performer[0].reference' }] });
    expect(bySearch.looks()).toBeLessThan(LOOKS);
    const lost = counted(REFERENCES, (n) => `urn:uuid:${n}`);
    expect(
      await server.repository
        .create(SYSTEM_ACTOR, observation({ performer: lost.references }))
        .catch((error: unknown) => error),
    ).toMatchObject({ statusCode: 400 });
    expect(lost.looks()).toBeLessThan(LOOKS);
  });

  test('references by search: each is looked for once, and a request has no more than may be looked for', async () => {
    const write = (from: number, count: number) =>
      ({
        method: 'POST',
        type: 'Observation',
        expression: `Bundle.entry[${from}].resource`,
        resource: observation({
          performer: Array.from({ length: count }, (_, n) => ({ reference: `Organization?identifier=s|${from + n}` })),
        }),
      }) as const;
    let keys: readonly string[] = [];
    const db = {
      ...server.db,
      prepared: async (text: string, values: readonly unknown[] = []) => {
        if (text.includes('identifiers && $1')) keys = values[0] as readonly string[];
        return [];
      },
    } as unknown as typeof server.db;
    const repository = createRepository({ db, access: server.access, audit: async () => undefined });
    const same = Array.from({ length: 50 }, () => write(0, REFERENCES));
    await expect(repository.transaction(SYSTEM_ACTOR, same)).rejects.toMatchObject({ statusCode: 412 });
    expect(keys).toHaveLength(REFERENCES);
    const many = [write(0, REFERENCES), write(500, REFERENCES), write(1_000, 1)];
    const tooMany = {
      statusCode: 413,
      issues: [{ code: 'too-costly', expression: 'Bundle.entry[1000].resource.performer[0].reference' }],
    };
    await expect(repository.transaction(SYSTEM_ACTOR, many)).rejects.toMatchObject(tooMany);
    await expect(resolveSearches({ lookup: async () => [] }, SYSTEM_ACTOR, many)).rejects.toMatchObject(tooMany);
  });

  test("references to one's own entries, which are stored", async () => {
    const stored = await server.repository.create(SYSTEM_ACTOR, observation());
    const { references, looks } = counted(REFERENCES, () => `Observation/${stored.id}`);
    expect((await server.repository.create(await person(), observation({ hasMember: references }))).outcome).toBe(
      'created',
    );
    expect(looks()).toBeLessThan(LOOKS);
  });

  test('references of what goes to another server: each target is asked for once', async () => {
    let asked = 0;
    const check = createWriteCheck({
      reachable: async () => {
        asked += 1;
        throw forbidden();
      },
      lookup: async () => [],
    });
    const write = (references: readonly object[]) =>
      ({
        method: 'POST',
        type: 'Observation',
        expression: 'Observation',
        resource: observation({ hasMember: references }),
      }) as const;
    const { references, looks } = counted(REFERENCES, (n) => `Observation/none-${n}`);
    expect(await check(await person(), write(references)).catch((error: unknown) => error)).toMatchObject({
      statusCode: 403,
      issues: [{ expression: 'Observation.hasMember[0].reference' }],
    });
    expect([asked, looks() < LOOKS]).toEqual([1, true]);
    const open = createWriteCheck({
      reachable: async (_actor, type, id) => {
        asked += 1;
        return { type, id, version: 1, last_updated: new Date(), deleted: false, content: '', patient_id: patientId };
      },
      lookup: async () => [],
    });
    await open(await person(), write(Array.from({ length: REFERENCES }, () => ({ reference: 'Observation/same' }))));
    expect(asked).toBe(2);
  });

  test('a form is read once, however many answers one of its groups is given', () => {
    let looks = 0;
    const questions = [
      {
        linkId: 'group',
        type: 'group',
        item: Array.from({ length: 200 }, (_, n) =>
          Object.defineProperty({ type: 'string' }, 'linkId', {
            enumerable: true,
            get: () => {
              looks += 1;
              return `q${n}`;
            },
          }),
        ),
      },
    ];
    expect(
      faultsOf(
        questions,
        Array.from({ length: 200 }, () => ({
          linkId: 'group',
          item: [{ linkId: 'q0', answer: [{ valueString: 'a' }] }],
        })),
        false,
      ),
    ).toEqual([]);
    expect(looks).toBeLessThan(2_000);
  });

  test('an answer with targets inline has an end, however often one large target is named', async () => {
    const large = await server.repository.create(SYSTEM_ACTOR, observation({ note: [{ text: 'x'.repeat(60_000) }] }));
    const many = await server.repository.create(
      SYSTEM_ACTOR,
      observation({ hasMember: Array.from({ length: 450 }, () => ({ reference: `Observation/${large.id}` })) }),
    );
    const few = await server.repository.create(
      SYSTEM_ACTOR,
      observation({ hasMember: [{ reference: `Observation/${large.id}` }] }),
    );
    expect((await server.call('GET', `/Observation/${many.id}?_assoc=hasMember`, { as: 'owner' })).body).toMatchObject({
      issue: [{ code: 'too-costly', expression: ['_assoc'] }],
    });
    expect(
      (await server.call('GET', `/Observation/${few.id}?_assoc=hasMember,hasMember`, { as: 'owner' })).status,
    ).toBe(200);
  });
});

test('the data of an attachment are looked through once, however much white space they hold', async () => {
  const moves = beginMoves({
    store: { put: async () => 0, remove: async () => undefined },
    count: async () => undefined,
  });
  const report = {
    resourceType: 'DiagnosticReport',
    presentedForm: [{ contentType: 'application/pdf', data: `${' '.repeat(1_000_000)}!` }],
  };
  await expect(moves.move(SYSTEM_ACTOR, report, 'p', 'DiagnosticReport')).rejects.toMatchObject({
    statusCode: 400,
    issues: [{ expression: 'DiagnosticReport.presentedForm[0].data' }],
  });
});

test('a reference is cut at its version once, however many bars it holds', () => {
  const { tokens } = indexColumns(observation({ encounter: { reference: `Encounter/1${'|'.repeat(1_000_000)}\n` } }));
  expect(tokens).toContain('encounter=Encounter/1');
});

test('only the first of several values of one choice is taken, at any size', async () => {
  const refused = await server.repository
    .create(
      SYSTEM_ACTOR,
      observation({ valueString: 'a', component: [{ code, valueString: 'a', valueInteger: 1 }], valueInteger: 1 }),
    )
    .catch((error: unknown) => error);
  expect(refused instanceof FhirError ? refused.issues.map(({ diagnostics }) => diagnostics) : refused).toEqual([
    'Only one of valueString and valueInteger may be given',
    'Only one of valueString and valueInteger may be given',
  ]);
});

describe('limits of one resource over HTTP', () => {
  const references = (count: number): readonly object[] =>
    Array.from({ length: count }, () => ({ display: 'x', reference: `Patient/${patientId}` }));
  const post = (resource: Resource): object => ({ resource, request: { method: 'POST', url: resource.resourceType } });
  const bundle = (type: string, ...entry: readonly object[]): object => ({ resourceType: 'Bundle', type, entry });
  const send = async (path: string, body: object): Promise<unknown> => {
    const { status, body: answer } = await server.call('POST', path, { as: 'owner', body });
    return [
      status,
      valuesAt(answer, 'issue.details.coding.code')[0],
      valuesAt(answer, 'issue.expression')[0],
      valuesAt(answer, 'issue.diagnostics')[0],
    ];
  };

  test('10,000 references are refused at once, by name and place, alone and in a batch or transaction', async () => {
    const many = observation({ hasMember: references(10_000) });
    expect(await send('/Observation', many)).toEqual([
      413,
      'CONTENT_LIMIT',
      'Observation.hasMember[499].reference',
      'More than 500 references in one resource',
    ]);
    for (const type of ['batch', 'transaction']) {
      expect(await send('', bundle(type, post(observation()), post(many)))).toEqual([
        413,
        'CONTENT_LIMIT',
        'Bundle.entry[1].resource.hasMember[499].reference',
        'More than 500 references in one resource',
      ]);
    }
  });

  test('each entry of a transaction may be as large as a resource', async () => {
    const large = observation({ hasMember: references(499) });
    expect(
      (
        await server.call('POST', '', {
          as: 'owner',
          body: bundle('transaction', post(large), post(large), post(large)),
        })
      ).status,
    ).toBe(200);
  });

  test('refuses elements unknown to FHIR R4 with their path: alone, in a bundle, or sent to another server', async () => {
    const odd = observation({ component: [{ code, valueInteger: 1, trend: 'up' }] });
    const words = 'trend is not an element of Observation.component in FHIR R4';
    expect(await send('/Observation', odd)).toEqual([400, undefined, 'Observation.component[0].trend', words]);
    expect(await send('', bundle('transaction', post(observation()), post(odd)))).toEqual([
      400,
      undefined,
      'Bundle.entry[1].resource.component[0].trend',
      words,
    ]);
    const { body } = await server.call('POST', '', {
      as: 'owner',
      body: bundle('batch', post(observation()), post(odd)),
    });
    expect([
      valuesAt(body, 'entry.response.status'),
      valuesAt(body, 'entry.response.outcome.issue.expression'),
    ]).toEqual([['201 Created', '400'], ['Bundle.entry[1].resource.component[0].trend']]);
    const check = createWriteCheck({
      reachable: async () => {
        throw forbidden();
      },
      lookup: async () => [],
    });
    expect(
      await check(await person(), {
        method: 'POST',
        type: 'Observation',
        expression: 'Observation',
        resource: odd,
      }).catch((error: unknown) => error),
    ).toMatchObject({ statusCode: 400, issues: [{ expression: 'Observation.component[0].trend' }] });
    // and for services of ours
    expect(
      await server.repository.create({ ...(await person()), kind: 'service' }, odd).catch((error: unknown) => error),
    ).toMatchObject({ statusCode: 400, issues: [{ expression: 'Observation.component[0].trend' }] });
  });

  test('a text is as long as its type allows, and one for each kind of limit is told by name', async () => {
    expect(await send('/Observation', observation({ valueString: 'x'.repeat(65_537) }))).toEqual([
      413,
      'CONTENT_LIMIT',
      'Observation.valueString',
      'More than 65,536 bytes in one text',
    ]);
    expect(
      (
        await server.call('POST', '/Observation', {
          as: 'owner',
          body: observation({ note: [{ text: 'x'.repeat(65_537) }], valueString: 'x'.repeat(65_536) }),
        })
      ).status,
    ).toBe(201);
    expect(await send('', bundle('transaction', post(observation({ valueString: 'x'.repeat(65_537) }))))).toEqual([
      413,
      'CONTENT_LIMIT',
      'Bundle.entry[0].resource.valueString',
      'More than 65,536 bytes in one text',
    ]);
  });

  test('half a character is not stored', async () => {
    const halved = JSON.stringify(observation({ note: [{ text: 'HALF' }] })).replace('HALF', '\\ud83d');
    const refused = await server.call('POST', '/Observation', { as: 'owner', body: halved });
    expect([refused.status, valuesAt(refused.body, 'issue.expression')]).toEqual([400, ['Observation.note[0].text']]);
  });

  test('a search that names two persons is refused, and one that names the same twice is not', async () => {
    const ask = async (query: string): Promise<number> =>
      (await server.call('GET', `/Observation?${query}`, { as: 'owner' })).status;
    expect(await ask(`patient=${patientId}&subject=Patient/${patientId}`)).toBe(200);
    for (const query of [
      `patient=${patientId}&subject=Patient/theirs`,
      `patient=theirs&subject=Patient/${patientId}`,
      `patient=${patientId}&patient=theirs`,
      `subject=${patientId}&subject=theirs`,
    ])
      expect([query, await ask(query)]).toEqual([query, 400]);
    expect((await server.call('GET', `/Patient?_id=${patientId}&_id=theirs`, { as: 'owner' })).status).toBe(400);
    expect((await server.call('GET', `/Patient/${patientId}/Observation?patient=theirs`, { as: 'owner' })).status).toBe(
      400,
    );
  });
});

test('our own services have the same limits, and say which was crossed and where', async () => {
  const app = createServer({ trustProxy: 0 } as never, createLogger('silent'), 'web', {
    bodyLimit: 20 * 1_048_576,
    mayTakeTime: async () => true,
  });
  app.setErrorHandler((error, _request, reply) => {
    const { status, ...refusal } = toErrorResponse(error);
    return reply.code(status).send(refusal);
  });
  app.post('/patient-app/questionnaire-response/create', async () => ({}));
  const send = async (payload: string): Promise<unknown> => {
    const answer = await app.inject({
      method: 'POST',
      url: '/patient-app/questionnaire-response/create',
      headers: { 'content-type': 'application/json' },
      payload,
    });
    return [answer.statusCode, answer.json()];
  };
  expect(await send(JSON.stringify({ item: Array.from({ length: 4_000 }, () => 1) }))).toEqual([200, {}]);
  expect(await send(JSON.stringify({ item: Array.from({ length: 6_000 }, () => 1) }))).toEqual([
    413,
    { code: 'CONTENT_LIMIT', message: 'More than 5,000 elements in one resource', detail: { message: 'item[5000]' } },
  ]);
  expect(await send(`{"entry":[${Array.from({ length: 6_000 }, () => 1).join(',')}]}`)).toEqual([
    413,
    expect.objectContaining({ code: 'CONTENT_LIMIT' }),
  ]);
  expect(await send('{"item":"\\ud83d"}')).toEqual([
    422,
    {
      code: 'FORM_INPUT_INVALID',
      message: 'The content holds half a character (a lone surrogate)',
      detail: { message: 'item' },
    },
  ]);
  await app.close();
});
