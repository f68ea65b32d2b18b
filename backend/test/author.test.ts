import { SYSTEM_ACTOR, type Actor } from '../src/fhir/actor.ts';
import { FhirError } from '../src/fhir/fhir-error.ts';
import type { Repository } from '../src/records/repository.ts';
import { textAt, valuesAt, type Resource } from '../src/fhir/resource.ts';
import { moduleScope } from '../src/access/partner-scope.ts';
import { recordsBehind, startFhirServer, type FhirServer } from './fhir-server.ts';
import { startUpstreamServer, type UpstreamServer } from './upstream-server.ts';

const P = 'an';
const HOSPITAL = { reference: 'Organization/bv' };
const person: Actor = { kind: 'person', userId: 'user-an', patients: new Map([[P, 'write']]), mainPatient: P };
/**
 * Everybody else who writes into the record: a relative, a partner's page, one of our services for the person, a hub.
 */
const WRITERS: readonly Actor[] = [
  person,
  { ...person, userId: 'user-relative', mainPatient: undefined },
  { ...person, userId: 'PartnerLink/1' },
  { ...person, kind: 'service' },
  { ...person, kind: 'service', userId: 'hub:EE:EE:EE:00:00:01' },
];
const SOURCES = ['person', 'person', 'partner', 'person', 'device'];
const hiv = (more: object = {}): Resource => ({
  resourceType: 'Observation',
  status: 'final',
  code: { text: 'HIV' },
  subject: { reference: `Patient/${P}` },
  valueString: 'Dương tính',
  ...more,
});
const contained = {
  contained: [{ resourceType: 'Practitioner', id: 'p', name: [{ text: 'BS. Hoa' }] }],
  performer: [{ reference: '#p' }],
};

let here: FhirServer;
let upstream: UpstreamServer;
let foreign: Repository;

beforeAll(async () => {
  [here, upstream] = await Promise.all([startFhirServer(), startUpstreamServer()]);
  foreign = recordsBehind(here, { base: upstream.base, authorization: 'Bearer upstream-token' }).repository;
  for (const repository of [here.repository, upstream.repository]) {
    await repository.update(SYSTEM_ACTOR, { resourceType: 'Patient', id: P, name: [{ text: 'AN' }] });
    await repository.update(SYSTEM_ACTOR, { resourceType: 'Organization', id: 'bv', name: 'Bệnh viện A' });
  }
  await here.access.grant({ userId: 'user-an', patientId: P, source: 'self', rights: 'write' });
});
afterAll(() => Promise.all([here.stop(), upstream.stop()]));

const refusalOf = (work: Promise<unknown>): Promise<readonly unknown[]> =>
  work.then(
    () => ['stored'],
    (error: unknown) =>
      error instanceof FhirError
        ? [error.statusCode, error.issues[0]?.detail ?? error.issues[0]?.expression]
        : [String(error)],
  );

describe.each(['own', 'upstream'])(
  'who wrote an entry is decided by the server, with the records on the %s server',
  (driver) => {
    const records = (): Repository => (driver === 'own' ? here.repository : foreign);
    const content = async (type: string, id: string): Promise<Resource> =>
      JSON.parse((await records().read(SYSTEM_ACTOR, type, id)).content) as Resource;

    test('a result in the name of a hospital is refused, alone and in a transaction, whoever writes it', async () => {
      const names: readonly object[] = [
        { performer: [HOSPITAL] },
        { performer: [{ reference: 'https://bv.test/fhir/Practitioner/7' }] },
        { performer: [{ type: 'Organization', display: 'Bệnh viện A' }] },
        { performer: [{ display: 'Bệnh viện A', identifier: { system: 'urn:bv', value: '79001' } }] },
        { performer: [{ reference: `Patient/${P}` }, HOSPITAL] },
        contained,
        { performer: [{ ...HOSPITAL, type: 'Patient' }] },
      ];
      for (const writer of WRITERS) {
        for (const more of names) {
          const place = /^Observation\.performer\[\d\]$/;
          expect([writer.userId, more, await refusalOf(records().create(writer, hiv(more)))]).toEqual([
            writer.userId,
            more,
            [422, expect.stringMatching(place)],
          ]);
          const together = records().transaction(writer, [
            { method: 'POST', type: 'Observation', resource: hiv(more), expression: 'Bundle.entry[0].resource' },
          ]);
          expect(await refusalOf(together)).toEqual([
            422,
            expect.stringMatching(/^Bundle\.entry\[0\]\.resource\.performer\[\d\]$/),
          ]);
        }
      }
    });

    test('nor does a later version bring a professional in; what a hospital has stored stays', async () => {
      const subject = { reference: `Patient/${P}` };
      const condition = { resourceType: 'Condition', code: { text: 'Hen' }, subject };
      const { id } = await records().create(person, condition);
      const change = (more: object) => refusalOf(records().update(person, { ...condition, id, ...more }));
      expect([
        await change({ asserter: { reference: 'Practitioner/1' } }),
        await change({ recorder: { display: 'BS', identifier: { value: '1' } } }),
        await change({ asserter: { display: 'BS. Hoa' } }),
      ]).toEqual([[422, 'Condition.asserter'], [422, 'Condition.recorder'], ['stored']]);
      const reading = await records().create(person, hiv());
      expect(
        await refusalOf(
          records().update({ ...person, kind: 'service' }, { ...hiv({ performer: [HOSPITAL] }), id: reading.id }),
        ),
      ).toEqual([422, 'Observation.performer[0]']);
      const theirs = await records().create(SYSTEM_ACTOR, hiv({ performer: [HOSPITAL] }));
      expect(
        await refusalOf(
          records().update(
            { ...person, kind: 'service' },
            { ...hiv({ performer: [HOSPITAL], note: [{ text: 'x' }] }), id: theirs.id },
          ),
        ),
      ).toEqual(['stored']);
    });

    test('no other clinical content speaks for a professional; places, payers and plain words do not count', async () => {
      const subject = { reference: `Patient/${P}` };
      const doctor = { reference: 'Practitioner/1' };
      const wrong: readonly [Resource, string][] = [
        [
          {
            resourceType: 'DiagnosticReport',
            status: 'final',
            code: { text: 'x' },
            subject,
            resultsInterpreter: [doctor],
          },
          'resultsInterpreter[0]',
        ],
        [
          { resourceType: 'DiagnosticReport', status: 'final', code: { text: 'x' }, subject, performer: [HOSPITAL] },
          'performer[0]',
        ],
        [
          {
            resourceType: 'Immunization',
            status: 'completed',
            vaccineCode: { text: 'x' },
            patient: subject,
            occurrenceDateTime: '2026-01-01',
            performer: [{ actor: HOSPITAL }],
          },
          'performer[0].actor',
        ],
        [{ resourceType: 'Condition', subject, asserter: doctor }, 'asserter'],
        [{ resourceType: 'AllergyIntolerance', patient: subject, recorder: doctor }, 'recorder'],
        [
          {
            resourceType: 'MedicationRequest',
            status: 'active',
            intent: 'order',
            medicationCodeableConcept: { text: 'x' },
            subject,
            requester: doctor,
          },
          'requester',
        ],
        [
          {
            resourceType: 'MedicationStatement',
            status: 'active',
            medicationCodeableConcept: { text: 'x' },
            subject,
            informationSource: doctor,
          },
          'informationSource',
        ],
        [
          {
            resourceType: 'Procedure',
            status: 'completed',
            subject,
            performer: [{ actor: { display: 'BS' }, onBehalfOf: HOSPITAL }],
          },
          'performer[0].onBehalfOf',
        ],
        [
          {
            resourceType: 'DocumentReference',
            status: 'current',
            subject,
            content: [{ attachment: { title: 'x' } }],
            custodian: HOSPITAL,
          },
          'custodian',
        ],
        [
          {
            resourceType: 'Encounter',
            status: 'finished',
            class: { code: 'AMB' },
            subject,
            participant: [{ individual: doctor }],
          },
          'participant[0].individual',
        ],
        [hiv({ note: [{ text: 'x', authorReference: doctor }] }), 'note[0].authorReference'],
        [
          {
            resourceType: 'DiagnosticReport',
            status: 'final',
            code: { text: 'x' },
            subject,
            contained: [{ ...hiv({ performer: [HOSPITAL] }), id: 'o' }],
            result: [{ reference: '#o' }],
          },
          'contained[0].performer[0]',
        ],
      ];
      for (const [resource, place] of wrong)
        expect([place, await refusalOf(records().create(person, resource))]).toEqual([
          place,
          [422, `${resource.resourceType}.${place}`],
        ]);
      const right: readonly Resource[] = [
        hiv({ performer: [{ display: 'Bệnh viện A' }] }),
        hiv({ performer: [subject] }),
        hiv({ performer: [{ type: 'Patient', identifier: { value: '1' } }] }),
        { resourceType: 'Encounter', status: 'finished', class: { code: 'AMB' }, subject, serviceProvider: HOSPITAL },
        { resourceType: 'Coverage', status: 'active', beneficiary: subject, payor: [HOSPITAL] },
      ];
      for (const resource of right)
        expect([resource, await refusalOf(records().create(person, resource))]).toEqual([resource, ['stored']]);
    });

    test('[VIT-25][CALL-91] the server sets meta.source, and it alone decides who may delete', async () => {
      for (const [index, writer] of WRITERS.entries()) {
        const { id } = await records().create(
          writer,
          hiv({ meta: { source: 'https://phr.example/source/facility' }, performer: [{ display: 'Bệnh viện A' }] }),
        );
        expect(textAt(await content('Observation', id), 'meta.source')).toBe(
          `https://phr.example/source/${SOURCES[index]}`,
        );
        expect(await refusalOf(records().delete(person, 'Observation', id))).toEqual(['stored']);
      }
      const { id } = await records().create(
        SYSTEM_ACTOR,
        hiv({ meta: { source: 'https://phr.example/source/facility' }, performer: [{ display: 'Máy xét nghiệm' }] }),
      );
      expect(await refusalOf(records().delete(person, 'Observation', id))).toEqual([403, 'NOT_DELETABLE']);
      // a later version says nothing else
      const report = await records().create(SYSTEM_ACTOR, {
        resourceType: 'DiagnosticReport',
        status: 'final',
        code: { text: 'x' },
        subject: { reference: `Patient/${P}` },
        performer: [HOSPITAL],
        meta: { source: 'https://phr.example/source/facility' },
      });
      const before = await content('DiagnosticReport', report.id);
      const added = await records().create(person, hiv());
      const update = {
        ...before,
        id: report.id,
        meta: { source: 'https://phr.example/source/person' },
        result: [{ reference: `Observation/${added.id}` }],
      };
      expect(await refusalOf(records().update(person, update))).toEqual(['stored']);
      expect(textAt(await content('DiagnosticReport', report.id), 'meta.source')).toBe(
        'https://phr.example/source/facility',
      );
      expect(await refusalOf(records().update(person, { ...update, meta: {}, conclusion: 'Âm tính' }))).toEqual([
        422,
        'DiagnosticReport',
      ]);
      expect(await refusalOf(records().update(person, { ...update, meta: {}, result: [] }))).toEqual([
        403,
        'NOT_DELETABLE',
      ]);
    });

    test('what was typed is corrected as its next version; what a meter, a file or a hospital says is not', async () => {
      const change = async (actor: Actor, first: Resource) => {
        const { id } = await records().create(actor, first);
        const next = { ...(await content('Observation', id)), id, valueString: 'Âm tính' } as Resource & { id: string };
        return refusalOf(records().update(person, next, { ifMatch: 1 }));
      };
      expect(await change(person, hiv())).toEqual(['stored']);
      const refused = [403, 'NOT_DELETABLE'];
      expect(await change(person, hiv({ device: { display: 'Máy đo' } }))).toEqual(refused);
      expect(
        await change(person, hiv({ meta: { tag: [{ system: 'https://phr.example/import', code: 'i' }] } })),
      ).toEqual(refused);
      expect(await change({ ...person, kind: 'service', userId: 'hub:EE:EE:EE:00:00:01' }, hiv())).toEqual(refused);
      expect(await change(SYSTEM_ACTOR, hiv({ performer: [HOSPITAL] }))).toEqual(refused);
    });

    test('an entry of before the stamps keeps to D-45: no professional performed it', async () => {
      const [mine, theirs] = [
        await records().create(SYSTEM_ACTOR, hiv({ performer: [{ reference: `Patient/${P}` }] })),
        await records().create(SYSTEM_ACTOR, hiv({ performer: [HOSPITAL] })),
      ];
      expect(await refusalOf(records().delete(person, 'Observation', mine.id))).toEqual(['stored']);
      expect(await refusalOf(records().delete(person, 'Observation', theirs.id))).toEqual([403, 'NOT_DELETABLE']);
      const condition = { resourceType: 'Condition', code: { text: 'Hen' }, subject: { reference: `Patient/${P}` } };
      for (const who of ['asserter', 'recorder']) {
        const { id } = await records().create(SYSTEM_ACTOR, { ...condition, [who]: { reference: 'Practitioner/1' } });
        expect(await refusalOf(records().delete({ ...person, kind: 'service' }, 'Condition', id))).toEqual([
          403,
          'NOT_DELETABLE',
        ]);
      }
      const inside = await records().create(SYSTEM_ACTOR, hiv(contained));
      expect(await refusalOf(records().delete(person, 'Observation', inside.id))).toEqual([403, 'NOT_DELETABLE']);
    });

    test("what a professional would write is the facility's, whatever right it came by", async () => {
      const { id } = await records().create({ ...person, userId: 'Practitioner/12', mainPatient: undefined }, hiv());
      expect(textAt(await content('Observation', id), 'meta.source')).toBe('https://phr.example/source/facility');
      expect(await refusalOf(records().delete(person, 'Observation', id))).toEqual([403, 'NOT_DELETABLE']);
    });

    test("an entry that was deleted and comes back from a hospital is the hospital's", async () => {
      const { id } = await records().create(person, hiv());
      await records().delete(person, 'Observation', id);
      await records().update(SYSTEM_ACTOR, {
        ...hiv({ performer: [{ display: 'Máy xét nghiệm' }], meta: { source: 'https://phr.example/source/facility' } }),
        id,
      });
      expect(textAt(await content('Observation', id), 'meta.source')).toBe('https://phr.example/source/facility');
      expect(await refusalOf(records().delete(person, 'Observation', id))).toEqual([403, 'NOT_DELETABLE']);
    });

    test("an insurance of an insurer, and a voucher, are not the person's to change; her own is", async () => {
      const coverage = {
        resourceType: 'Coverage',
        status: 'active',
        beneficiary: { reference: `Patient/${P}` },
        subscriberId: 'GD1',
      };
      const own = await records().create(person, { ...coverage, payor: [HOSPITAL] });
      const theirs = [
        await records().create(SYSTEM_ACTOR, { ...coverage, payor: [HOSPITAL] }),
        await records().create(
          SYSTEM_ACTOR,
          { ...coverage, payor: [{ reference: `Patient/${P}` }] },
          { source: 'service' },
        ),
        await records().create(SYSTEM_ACTOR, { ...coverage, payor: [{ display: 'Bảo hiểm xã hội' }] }),
      ];
      const changed = (id: string) =>
        refusalOf(records().update(person, { ...coverage, id, payor: [HOSPITAL], subscriberId: 'GD2' }));
      expect(await changed(own.id)).toEqual(['stored']);
      for (const { id } of theirs) expect(await changed(id)).toEqual([403, 'NOT_DELETABLE']);
    });

    test('[PROF-19] numbers are typed by system: a foreign internal number cannot pass as another type', async () => {
      const type = (code: string) => ({ coding: [{ system: 'http://terminology.hl7.org/CodeSystem/v2-0203', code }] });
      const victims = [
        { type: type('SB'), system: 'https://phr.example/sid/pi', value: 'CHAU85P01' },
        { type: type('NaID'), system: 'https://phr.example/sid/ma', value: 'AD-1' },
        { system: 'https://phr.example/sid/insurance-card', value: 'DN4' },
        { type: { coding: [{ code: 'SB' }, { code: 'PI' }] }, system: 'urn:y', value: 'CHAU85P01' },
        { type: type('PI'), system: 'urn:x', value: 'CHAU85P01' },
        { type: type('MA'), value: 'AD-1' },
      ];
      const before = await content('Patient', P);
      await records().update(person, {
        ...before,
        id: P,
        identifier: [
          ...victims,
          {
            type: type('NaID'),
            system: 'https://phr.example/sid/naid',
            value: '092185000001',
            assigner: { display: 'Bộ Công an' },
          },
        ],
      });
      const after = await content('Patient', P);
      expect(
        valuesAt(after, 'identifier').map((one) => [
          textAt(one, 'system'),
          textAt(one, 'value'),
          textAt(one, 'assigner.display'),
        ]),
      ).toEqual([
        ...valuesAt(before, 'identifier').map((one) => [textAt(one, 'system'), textAt(one, 'value'), undefined]),
        ['https://phr.example/sid/naid', '092185000001', undefined],
      ]);
      for (const key of [
        'https://phr.example/sid/pi|CHAU85P01',
        'https://phr.example/sid/ma|AD-1',
        'https://phr.example/sid/naid|092185000001',
      ])
        expect([key, await records().lookup('Patient', 'identifier', key)]).toEqual([key, []]);
      for (const [index, identifier] of [
        [{ system: 'https://phr.example/sid/insurance-card', value: 'DN4' }],
        [
          { system: 'urn:x', value: '1' },
          { system: 'https://phr.example/sid/encounter', value: 'K1' },
        ],
      ].entries()) {
        const resource = {
          resourceType: 'Encounter',
          status: 'finished',
          class: { code: 'AMB' },
          subject: { reference: `Patient/${P}` },
          identifier,
        };
        expect(await refusalOf(records().create(person, resource))).toEqual([422, `Encounter.identifier[${index}]`]);
      }
    });

    test('a national id that a person types opens and links nothing; one named by its issuer stays', async () => {
      const naid = (value: string, more: object = {}) => ({
        type: { coding: [{ code: 'NaID' }] },
        system: 'https://phr.example/sid/naid',
        value,
        ...more,
      });
      await records().update(SYSTEM_ACTOR, {
        resourceType: 'Patient',
        id: `${driver}-binh`,
        name: [{ text: 'BINH' }],
        identifier: [naid('079079000004')],
      });
      await records().update(SYSTEM_ACTOR, {
        resourceType: 'Patient',
        id: `${driver}-hoa`,
        name: [{ text: 'HOA' }],
        identifier: [naid('079079000005', { assigner: { display: 'Bộ Công an' } })],
      });
      const told = async (value: string): Promise<readonly unknown[]> => {
        const { identifier: _identifier, meta: _meta, ...rest } = await content('Patient', P);
        const { outcome, patientId } = await records().update(person, {
          ...rest,
          resourceType: 'Patient',
          id: P,
          identifier: [naid(value)],
        });
        return [outcome, patientId];
      };
      // a number that is already used is accepted like any other: the response does not reveal it
      for (const value of ['000000000001', '079079000004', '079079000005'])
        expect([value, await told(value)]).toEqual([value, ['updated', P]]);
      expect(await records().lookup('Patient', 'identifier', 'https://phr.example/sid/naid|079079000004')).toEqual([]);
      expect(
        (await records().lookup('Patient', 'identifier', 'https://phr.example/sid/naid|079079000005')).map(
          ({ id }) => id,
        ),
      ).toEqual([`${driver}-hoa`]);
      // a proven source is not derived again
      const hoa: Actor = {
        ...person,
        userId: 'user-hoa',
        patients: new Map([[`${driver}-hoa`, 'write']]),
        mainPatient: `${driver}-hoa`,
      };
      await records().update(hoa, {
        ...(await content('Patient', `${driver}-hoa`)),
        id: `${driver}-hoa`,
        meta: {},
        identifier: [naid('111111111111')],
      });
      expect(
        valuesAt(await content('Patient', `${driver}-hoa`), 'identifier')
          .filter((one) => textAt(one, 'system')?.endsWith('naid') === true)
          .map((one) => textAt(one, 'value')),
      ).toEqual(['079079000005']);
    });
  },
);

test('a right to one code opens no earlier version that had another code', async () => {
  const coded = (code: string) => hiv({ code: { coding: [{ system: 'http://loinc.org', code }] } });
  const { id } = await here.repository.create(SYSTEM_ACTOR, coded('75622-1'));
  await here.repository.update(SYSTEM_ACTOR, { ...coded('8867-4'), id });
  const reader: Actor = {
    kind: 'person',
    userId: 'Practitioner/9',
    patients: new Map(),
    parts: new Map([[P, [{ types: null, codes: ['code=8867-4'] }]]]),
    mainPatient: undefined,
  };
  expect([
    await refusalOf(here.repository.vread(reader, 'Observation', id, 2)),
    await refusalOf(here.repository.vread(reader, 'Observation', id, 1)),
  ]).toEqual([['stored'], [403, 'ACCESS_DENIED']]);
  expect((await here.repository.history(reader, 'Observation', id)).map(({ version }) => version)).toEqual([2]);
  const page: Actor = {
    ...person,
    userId: 'PartnerLink/1',
    scopeOfModule: moduleScope(['GET fhir /Patient/:id/Observation']),
  };
  expect(await refusalOf(here.repository.search(page, 'Organization', {}))).toEqual([403, 'ACCESS_DENIED']);
  expect(
    await refusalOf(
      here.repository.searchset(
        { userId: 'user-an', scopeOfModule: moduleScope(['GET fhir /Patient/:id/Observation']) },
        'Condition',
        {},
        '',
        { patientId: P },
      ),
    ),
  ).toEqual([403, 'ACCESS_DENIED']);
});

test('an entry stays in its record, a condition finds nobody else, and an address has one person', async () => {
  const number = { system: 'urn:so-kham', value: 'BINH-1' };
  await here.repository.update(SYSTEM_ACTOR, {
    resourceType: 'Patient',
    id: 'binh',
    name: [{ text: 'BINH' }],
    identifier: [number],
  });
  const keeper: Actor = {
    ...person,
    patients: new Map([
      [P, 'write'],
      ['binh', 'write'],
    ]),
  };
  const condition = { resourceType: 'Condition', code: { text: 'Hen' }, subject: { reference: `Patient/${P}` } };
  const { id } = await here.repository.create(keeper, condition);
  expect(
    await refusalOf(here.repository.update(keeper, { ...condition, id, subject: { reference: 'Patient/binh' } })),
  ).toEqual([403, 'ACCESS_DENIED']);
  const newcomer: Actor = { kind: 'person', userId: 'user-new', patients: new Map(), mainPatient: undefined };
  const made = await here.repository.create(
    newcomer,
    { resourceType: 'Patient', name: [{ text: 'BINH' }] },
    { ifNoneExist: `identifier=${number.system}|${number.value}` },
  );
  expect([made.outcome, made.id === 'binh']).toEqual(['created', false]);
  expect((await here.call('GET', `/Patient/${P}/Observation?subject=binh`, { as: 'user-an' })).status).toBe(400);
});

test('each version of an entry keeps who wrote it', async () => {
  const { id } = await here.repository.create(person, {
    resourceType: 'Condition',
    code: { text: 'Hen' },
    subject: { reference: `Patient/${P}` },
  });
  await here.repository.update(
    { ...person, userId: 'user-relative' },
    {
      resourceType: 'Condition',
      id,
      code: { text: 'Hen' },
      subject: { reference: `Patient/${P}` },
      note: [{ text: 'nhẹ' }],
    },
  );
  expect(await here.db.query('select version, author from fhir_history where id = $1 order by version', [id])).toEqual([
    { version: 1, author: 'user-an' },
    { version: 2, author: 'user-relative' },
  ]);
});

test('the attack over HTTP: single, transaction and batch are refused at the place, and nothing is stored', async () => {
  const asked = hiv({ performer: [HOSPITAL] });
  const entry = [{ fullUrl: 'urn:uuid:a', resource: asked, request: { method: 'POST', url: 'Observation' } }];
  const before = await here.db.query('select count(*) from fhir_history');
  const single = await here.call('POST', '/Observation', { as: 'user-an', body: asked });
  expect([single.status, valuesAt(single.body, 'issue.expression')]).toEqual([422, ['Observation.performer[0]']]);
  const together = await here.call('POST', '', {
    as: 'user-an',
    body: { resourceType: 'Bundle', type: 'transaction', entry },
  });
  expect([together.status, valuesAt(together.body, 'issue.expression')]).toEqual([
    422,
    ['Bundle.entry[0].resource.performer[0]'],
  ]);
  const batch = await here.call('POST', '', { as: 'user-an', body: { resourceType: 'Bundle', type: 'batch', entry } });
  expect(valuesAt(batch.body, 'entry.response.status')).toEqual(['422']);
  expect(await here.db.query('select count(*) from fhir_history')).toEqual(before);
});
