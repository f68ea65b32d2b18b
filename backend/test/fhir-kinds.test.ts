import {
  createEntry,
  formIdentifier,
  interpretation,
  newObservation,
  transaction,
  updateEntry,
  type ObservationInput,
  type TransactionEntry,
} from '@phr/fhir/builders';
import { SYSTEM_ACTOR } from '../src/fhir/actor.ts';
import { valuesAt } from '../src/fhir/resource.ts';
import { startFhirServer, type Answer, type FhirServer } from './fhir-server.ts';

// The six kinds of transactions that the app sends (service catalogue §6), made by the app's own builders.
let server: FhirServer;
beforeAll(async () => {
  server = await startFhirServer();
});
afterAll(() => server.stop());

interface Person {
  readonly user: string;
  readonly patient: string;
  readonly encounter: string;
}
type Kind = (person: Person) => Promise<readonly TransactionEntry[]> | readonly TransactionEntry[];

const LOINC = 'http://loinc.org';
const UCUM = 'http://unitsofmeasure.org';
const AT = '2026-03-01T08:30:00+07:00';
const LOCAL = 'https://phr.example/fhir/CodeSystem/symptom-report';
const coding = (system: string, code: string, display = code) => ({ system, code, display });
const quantity = (value: number, unit: string, code = unit) => ({ value, unit, system: UCUM, code });

let people = 0;
async function newPerson(): Promise<Person> {
  const user = `user-${(people += 1)}`;
  const { body } = await server.call('POST', '/Patient', {
    as: user,
    body: { resourceType: 'Patient', name: [{ text: 'TRẦN MINH CHÂU' }], birthDate: '1985-03-02' },
  });
  const patient = String(body['id']);
  const { id: encounter } = await server.repository.create(SYSTEM_ACTOR, {
    resourceType: 'Encounter',
    status: 'arrived',
    class: { code: 'F0H' },
    subject: { reference: `Patient/${patient}` },
  });
  return { user, patient, encounter };
}
function observation(
  { patient, encounter }: Person,
  input: Pick<ObservationInput, 'category' | 'codings'> & Partial<ObservationInput>,
): TransactionEntry {
  const formId = crypto.randomUUID();
  return createEntry(
    newObservation({ patientId: patient, encounterId: encounter, effective: AT, issued: AT, formId, ...input }),
    formId,
  );
}
const reading = (person: Person, code: string, valueQuantity: ObservationInput['valueQuantity'] & object) =>
  observation(person, { category: 'vital-signs', codings: [coding(LOINC, code)], valueQuantity });
const laboratory = (person: Person) =>
  observation(person, {
    category: 'laboratory',
    codings: [coding(LOINC, '94500-6')],
    codeText: 'RT-PCR COVID-19',
    place: 'Trạm y tế phường',
    interpretation: [interpretation('POS')],
  });

const KINDS = {
  vitalSigns: (person) => [
    observation(person, {
      category: 'vital-signs',
      codings: [coding(LOINC, '85354-9'), coding('http://snomed.info/sct', '75367002')],
      component: [
        { code: { coding: [coding(LOINC, '8480-6')] }, valueQuantity: quantity(128, 'mmHg', 'mm[Hg]') },
        { code: { coding: [coding(LOINC, '8462-4')] }, valueQuantity: quantity(82, 'mmHg', 'mm[Hg]') },
      ],
    }),
    reading(person, '8867-4', quantity(71, '/min')),
    // leads of an ECG are sampled data
    observation(person, {
      category: 'procedure',
      codings: [coding('urn:oid:2.16.840.1.113883.6.24', '131328')],
      component: [
        {
          code: { coding: [coding('urn:oid:2.16.840.1.113883.6.24', '131329')] },
          valueSampledData: {
            origin: { value: 2048 },
            period: 2,
            factor: 1.612,
            dimensions: 1,
            data: '2041 2043 2037',
          },
        },
      ],
    }),
  ],
  healthReport: (person) => [
    reading(person, '59408-5', quantity(95, '%')),
    reading(person, '8310-5', quantity(38.2, '°C', 'Cel')),
    observation(person, {
      category: 'survey',
      codings: [coding(LOCAL, 'covid19-symptoms')],
      codeText: 'Triệu chứng',
      note: 'Mất ngủ',
      component: [
        { code: { coding: [coding(LOCAL, 'cough')] }, interpretation: [interpretation('POS')] },
        { code: { coding: [coding(LOCAL, 'hard-breath')] }, interpretation: [interpretation('NEG')] },
      ],
    }),
  ],
  withReport: (person) => {
    const result = laboratory(person);
    const reportId = crypto.randomUUID();
    const report = {
      resourceType: 'DiagnosticReport',
      identifier: [formIdentifier(reportId)],
      status: 'final',
      category: [{ coding: [{ system: 'http://terminology.hl7.org/CodeSystem/v2-0074', code: 'LAB' }] }],
      code: { coding: [coding(LOINC, '94500-6')] },
      subject: { reference: `Patient/${person.patient}` },
      effectiveDateTime: AT,
      issued: AT,
      result: [{ reference: result.fullUrl }],
    };
    return [result, createEntry(report, reportId)];
  },
  forReport: async (person) => {
    const { id } = await server.repository.create(SYSTEM_ACTOR, {
      resourceType: 'DiagnosticReport',
      status: 'final',
      code: { text: 'Phiếu' },
      subject: { reference: `Patient/${person.patient}` },
    });
    const { body } = await server.call('GET', `/DiagnosticReport/${id}`, { as: person.user });
    const result = laboratory(person);
    return [
      result,
      updateEntry({ ...body, resourceType: 'DiagnosticReport', id, result: [{ reference: result.fullUrl }] }, '1'),
    ];
  },
  generic: (person) => [
    observation(person, {
      category: 'imaging',
      codings: [coding('https://phr.example/fhir/CodeSystem/result', 'chest-xray')],
      effective: '2026-02-27',
      valueString: '  Bóng tim không to.',
      place: 'Phòng khám An Bình',
    }),
  ],
  afterCovid: (person) => [
    observation(person, {
      category: 'survey',
      codings: [coding(LOCAL, 'post-covid-19')],
      effective: { start: '2026-01-15', end: AT },
      component: [
        {
          code: { coding: [coding(LOCAL, 'cough')] },
          interpretation: [
            interpretation('POS'),
            { coding: [{ system: `${LOCAL}-severity`, code: 'mild' }] },
            { coding: [{ system: `${LOCAL}-frequency`, code: 'often' }] },
          ],
        },
        {
          code: { coding: [coding(LOCAL, 'positive-test-date')], text: 'RT-PCR' },
          valueDateTime: '2026-01-10',
          interpretation: [interpretation('POS')],
        },
      ],
    }),
  ],
  riskFactors: (person) => [
    observation(person, {
      category: 'social-history',
      codings: [coding(LOINC, '11331-6')],
      effective: '2026-03-01',
      component: [
        {
          code: { coding: [coding(LOINC, '68518-0')] },
          valueCodeableConcept: { coding: [coding(LOINC, 'LA18927-6')], text: '2–4 lần mỗi tháng' },
        },
        { code: { coding: [coding(LOINC, '74013-4')] }, valueQuantity: quantity(1.5, 'ly/ngày', '{drinks}/d') },
        {
          code: { coding: [coding(LOINC, '68520-6')] },
          valueCodeableConcept: { coding: [coding(LOINC, 'LA18933-4')] },
        },
      ],
    }),
    observation(person, {
      category: 'social-history',
      codings: [coding(LOINC, '11367-0')],
      effective: '2026-03-01',
      component: [
        { code: { coding: [coding(LOCAL, 'packs-per-year')] }, valueQuantity: quantity(120, 'gói/năm', '{packs}/a') },
      ],
    }),
  ],
} satisfies Readonly<Record<string, Kind>>;

const send = (person: Person, entries: readonly TransactionEntry[]): Promise<Answer> =>
  server.call('POST', '/', { as: person.user, body: transaction(entries) });
const placesOf = (answer: Answer): readonly string[] =>
  valuesAt(answer.body, 'entry.response.location').map((location) => String(location).replace(/\/_history.*/, ''));

function holds(make: Kind): void {
  test('is stored whole and read back as it was sent; sent again it stores nothing twice', async () => {
    const person = await newPerson();
    const entries = await make(person);
    const answer = await send(person, entries);
    expect([answer.status, answer.body['resourceType'], answer.body['type']]).toEqual([
      200,
      'Bundle',
      'transaction-response',
    ]);
    const places = placesOf(answer);
    expect(places).toHaveLength(entries.length);
    const named = new Map(entries.map(({ fullUrl }, index) => [fullUrl, places[index]]));
    for (const [index, { resource }] of entries.entries()) {
      const {
        body: { id: _id, meta: _meta, ...read },
      } = await server.call('GET', `/${places[index] ?? ''}`, { as: person.user });
      const {
        id: _sentId,
        meta: _sentMeta,
        note,
        ...sent
      } = JSON.parse(
        JSON.stringify(resource).replaceAll(/(?<="reference":")urn:uuid:[^"]+/g, (name) => named.get(name) ?? name),
      ) as Record<string, unknown>;
      // a note gets its writer and time here
      expect(read).toEqual(
        Array.isArray(note)
          ? { ...sent, note: note.map((one: unknown): unknown => expect.objectContaining(Object(one))) }
          : sent,
      );
    }
    const listed = async (): Promise<unknown> =>
      (await server.call('GET', `/Patient/${person.patient}/Observation?_count=0`, { as: person.user })).body['total'];
    const observations = entries.filter(({ resource }) => resource.resourceType === 'Observation').length;
    expect(await listed()).toBe(observations);
    await send(person, entries);
    expect(await listed()).toBe(observations);
  });

  test('is refused whole when one entry is wrong, and the entry is named', async () => {
    const person = await newPerson();
    const entries = await make(person);
    const wrong = reading(person, '8867-4', quantity(71, '/min'));
    const answer = await send(person, [...entries, { ...wrong, resource: { ...wrong.resource, status: 'done' } }]);
    expect([answer.status, valuesAt(answer.body, 'issue.expression')[0]]).toEqual([
      400,
      `Bundle.entry[${entries.length}].resource.status`,
    ]);
    expect(
      (await server.call('GET', `/Patient/${person.patient}/Observation?_count=0`, { as: person.user })).body['total'],
    ).toBe(0);
    expect(
      valuesAt(
        (await server.call('GET', `/Patient/${person.patient}/DiagnosticReport`, { as: person.user })).body,
        'entry.resource.result',
      ),
    ).toEqual([]);
  });

  test('is refused for somebody else, and stores nothing', async () => {
    const [person, stranger] = [await newPerson(), await newPerson()];
    expect((await send(stranger, await make(person))).status).toBe(403);
    expect(
      (await server.call('GET', `/Patient/${person.patient}/Observation?_count=0`, { as: person.user })).body['total'],
    ).toBe(0);
  });
}

describe('[CALL-93] vital signs', () => holds(KINDS.vitalSigns));
describe('[CALL-94] a patient health report', () => holds(KINDS.healthReport));
describe('[CALL-95][CALL-99] a laboratory observation with its report', () => holds(KINDS.withReport));
describe('[CALL-95][CALL-99] a laboratory observation for a report that is there', () => holds(KINDS.forReport));
describe('[CALL-96] a generic observation', () => holds(KINDS.generic));
describe('[CALL-97] a report after COVID-19', () => holds(KINDS.afterCovid));
describe('[CALL-98] health-risk factors of family care: alcohol and tobacco', () => holds(KINDS.riskFactors));
