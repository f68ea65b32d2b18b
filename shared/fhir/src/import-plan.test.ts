import { uuidOf } from './import-facts.ts';
import { planImport, readFile, type ImportPlan, type PlannedEntry } from './import-plan.ts';
import { noteWords, refusalWords } from './import-words.ts';

const planned = (
  json: unknown,
  options: { maxEntries?: number; refused?: ReadonlyMap<number, string> } = {},
): ImportPlan => {
  const plan = planImport(json, { patientId: 'p1', ...options });
  if (plan.kind === 'refused') throw new Error(plan.reason);
  return plan;
};
const entriesOf = (plan: ImportPlan): readonly PlannedEntry[] => plan.transactions.flat();
const bundle = (...resources: object[]): object => ({
  resourceType: 'Bundle',
  type: 'collection',
  entry: resources.map((resource) => ({ resource })),
});
const observation = (more: object = {}): object => ({
  resourceType: 'Observation',
  status: 'final',
  code: { text: 'x' },
  ...more,
});

test('files of other kinds are recognised by their content', () => {
  const kinds = [
    '<ClinicalDocument xmlns="urn:hl7-org:v3"/>',
    '<HealthData locale="vi">',
    '<a/>',
    '\uFEFFDevice,Serial\n1,2',
    'hello',
    '{"a":',
  ].map((content) => readFile(content));
  expect(kinds).toEqual([
    { reason: 'c-cda' },
    { reason: 'apple-health' },
    { reason: 'xml' },
    { reason: 'csv' },
    { reason: 'not-json' },
    { reason: 'not-json' },
  ]);
  expect(readFile('\uFEFF{"a":1}')).toEqual({ json: { a: 1 } });
});

test('the person of the file becomes the named person everywhere', () => {
  const plan = planned({
    resourceType: 'Bundle',
    type: 'collection',
    entry: [
      { fullUrl: 'resource:0', resource: { resourceType: 'Patient', id: 'a' } },
      {
        fullUrl: 'resource:1',
        resource: observation({ subject: { reference: 'resource:0' }, performer: [{ reference: 'Patient/a' }] }),
      },
      {
        fullUrl: 'resource:2',
        resource: observation({
          contained: [{ resourceType: 'Patient', id: 'me' }],
          subject: { reference: '#me', display: 'Lan' },
        }),
      },
    ],
  });
  expect(
    entriesOf(plan).map(({ resource }) => [resource['subject'], resource['performer'], resource['contained']]),
  ).toEqual([
    [{ reference: 'Patient/p1' }, [{ reference: 'Patient/p1' }], undefined],
    [{ reference: 'Patient/p1', display: 'Lan' }, undefined, undefined],
  ]);
  expect(plan.skipped).toEqual([{ reason: 'patient-kept', where: 'entry[0] Patient' }]);
});

test('two people, also by reference alone, and one address twice are refused with the entries', () => {
  expect(
    planImport(bundle({ resourceType: 'Patient' }, { resourceType: 'Patient' }), { patientId: 'p1' }),
  ).toMatchObject({ reason: 'two-patients', where: ['entry[0] Patient', 'entry[1] Patient'] });
  expect(
    planImport(
      bundle(
        observation({ subject: { reference: 'Patient/a' } }),
        observation({ subject: { reference: 'http://x/Patient/b' } }),
      ),
      { patientId: 'p1' },
    ),
  ).toMatchObject({ reason: 'two-patients', where: ['entry[0] Observation', 'entry[1] Observation'] });
  const twice = planImport(
    {
      resourceType: 'Bundle',
      type: 'batch',
      entry: [
        { fullUrl: 'urn:uuid:a', resource: observation() },
        { fullUrl: 'urn:uuid:a', resource: observation({ id: 'b' }) },
      ],
    },
    { patientId: 'p1' },
  );
  expect(twice).toMatchObject({ kind: 'refused', reason: 'duplicate-address' });
  if (twice.kind === 'refused') expect(refusalWords(twice, 'en-US')).toContain('entry 2 (entry[1], Observation)');
});

test('places and people are named where they are mentioned, medications put inside', () => {
  const plan = planned(
    bundle(
      { resourceType: 'Organization', id: 'o', name: 'Bệnh viện A', identifier: [{ system: 's', value: '1' }] },
      { resourceType: 'Practitioner', id: 'd', name: [{ family: 'Hoa', given: ['Lê'] }] },
      { resourceType: 'Medication', id: 'm', code: { text: 'Paracetamol' } },
      observation({ performer: [{ reference: 'Organization/o' }, { reference: 'Practitioner/d' }] }),
      {
        resourceType: 'MedicationRequest',
        status: 'active',
        intent: 'order',
        medicationReference: { reference: 'Medication/m' },
      },
    ),
  );
  const [first, second] = entriesOf(plan);
  expect(first?.resource['performer']).toEqual([{ display: 'Bệnh viện A' }, { display: 'Lê Hoa' }]);
  expect([second?.resource['medicationCodeableConcept'], second?.resource['medicationReference']]).toEqual([
    { text: 'Paracetamol' },
    undefined,
  ]);
  expect(plan.skipped.map(({ reason }) => reason)).toEqual(['named-inside', 'named-inside', 'named-inside']);
});

test('names who did, ordered or said something, wherever the file has it, and leaves out the unnamed', () => {
  const [first, second, third] = entriesOf(
    planned(
      bundle(
        {
          resourceType: 'Immunization',
          status: 'completed',
          vaccineCode: { text: 'v' },
          contained: [{ resourceType: 'Practitioner', id: 'p', name: [{ text: 'BS. Hoa' }] }],
          performer: [{ actor: { reference: '#p' } }, { actor: { reference: 'Organization/gone' } }],
        },
        {
          resourceType: 'MedicationRequest',
          status: 'active',
          intent: 'order',
          medicationCodeableConcept: { text: 'm' },
          requester: { reference: 'Practitioner/gone' },
          recorder: { identifier: { value: '77' } },
        },
        observation({
          subject: { reference: 'Patient/a' },
          performer: [{ reference: 'Organization/gone' }],
          identifier: [{ system: 'https://phr.example/sid/pi', value: 'CHAU85P01' }],
        }),
      ),
    ),
  );
  expect(first?.resource['performer']).toEqual([{ actor: { display: 'BS. Hoa' } }]);
  expect([second?.resource['requester'], second?.resource['recorder'], third?.resource['performer']]).toEqual([
    undefined,
    { display: '77' },
    undefined,
  ]);
  expect(third?.resource['identifier']).toEqual([expect.objectContaining({ system: 'urn:ietf:rfc:3986' })]);
});

test('references follow what is stored; those outside keep their words', () => {
  const plan = planned(
    bundle(
      {
        resourceType: 'DiagnosticReport',
        status: 'final',
        code: { text: 'r' },
        result: [{ reference: 'Observation/a' }, { reference: 'Observation/gone', display: 'Kali' }],
      },
      observation({ id: 'a' }),
    ),
  );
  const [target, report] = entriesOf(plan);
  expect(target?.resource.resourceType).toBe('Observation');
  expect(report?.resource['result']).toEqual([
    { reference: target?.fullUrl },
    { display: 'Kali', type: 'Observation' },
  ]);
  expect(plan.changed).toEqual([
    { reason: 'reference-outside', where: 'entry[0] DiagnosticReport', detail: 'Observation/gone' },
  ]);
});

test('identifiers are those of earlier releases, so that a file brought again doubles nothing', () => {
  expect(['', 'Observation|1', 'Observation|2'].map(uuidOf)).toEqual([
    '811c9dc5-9e37-89b9-85eb-ca6bc2b2ae35',
    'be8ae1f6-79a6-819e-b856-2c6ed16c81a5',
    'bd8ae063-7aa6-8331-bb56-3127d06c8012',
  ]);
});

test('the same file gives the same identifiers, another person or content gives others', () => {
  const url = (json: unknown, patientId: string): string | undefined => {
    const plan = planImport(json, { patientId });
    return plan.kind === 'planned' ? plan.transactions[0]?.[0]?.fullUrl : undefined;
  };
  const first = url(observation({ id: 'a' }), 'p1');
  expect(first).toMatch(/^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(url(observation({ id: 'a' }), 'p1')).toBe(first);
  const another = observation({ id: 'a', valueString: 'another' });
  expect(new Set([first, url(another, 'p1'), url(observation({ id: 'a' }), 'p2')]).size).toBe(3);
  const [entry] = entriesOf(planned(observation({ id: 'a', identifier: [{ system: 's', value: 'v' }] })));
  expect(entry?.resource['identifier']).toEqual([
    { system: 's', value: 'v' },
    { system: 'urn:ietf:rfc:3986', value: expect.stringMatching(/^urn:uuid:/) },
  ]);
  expect(entry?.resource['id']).toBeUndefined();
});

test('the same facts exported again with new ids are the same entries', () => {
  const exported = (run: string): readonly string[] => {
    const id = (name: string): string => `${run}-${name}`;
    const url = (name: string): string => `urn:uuid:${id(name)}`;
    const entry = (name: string, resource: object) => ({
      fullUrl: url(name),
      resource: { id: id(name), meta: { lastUpdated: `2026-0${run}-01T00:00:00Z` }, ...resource },
    });
    const subject = { reference: url('person') };
    const plan = planned({
      resourceType: 'Bundle',
      type: 'collection',
      entry: [
        entry('person', { resourceType: 'Patient', name: [{ text: 'AN' }] }),
        entry('visit', {
          resourceType: 'Encounter',
          identifier: [{ system: 'x', value: id('visit') }],
          status: 'finished',
          class: { code: 'AMB' },
          subject,
        }),
        entry('value', { ...observation({}), subject, encounter: { reference: url('visit') } }),
        // two indistinguishable doses are still two
        entry('dose1', {
          resourceType: 'Immunization',
          status: 'completed',
          vaccineCode: { text: 'x' },
          patient: subject,
        }),
        entry('dose2', {
          resourceType: 'Immunization',
          status: 'completed',
          vaccineCode: { text: 'x' },
          patient: subject,
        }),
      ],
    });
    return entriesOf(plan).map(({ fullUrl }) => fullUrl);
  };
  expect(new Set(exported('1')).size).toBe(4);
  expect(exported('2')).toEqual(exported('1'));
});

test('one value at one second is one observation; what refers to the other leads to the first', () => {
  const at = { effectiveDateTime: '2026-11-20T08:00:07+07:00', valueString: '5.5' };
  const plan = planned(
    bundle(observation({ id: 'a', ...at }), observation({ id: 'b', ...at }), {
      resourceType: 'DiagnosticReport',
      status: 'final',
      code: { text: 'r' },
      result: [{ reference: 'Observation/b' }],
    }),
  );
  expect(plan.skipped.map(({ reason, where }) => `${reason} ${where}`)).toEqual(['same-content entry[1] Observation']);
  const [value, report] = entriesOf(plan);
  expect(report?.resource['result']).toEqual([{ reference: value?.fullUrl }]);
});

test('an entry of somebody whom no entry of the file names is refused, the others stay', () => {
  const plan = planned(
    bundle(
      { resourceType: 'Patient', id: 'p' },
      { ...observation({ id: 'a' }), subject: { reference: 'urn:uuid:p' } },
      { ...observation({ id: 'b' }), subject: { reference: 'urn:uuid:somebody-else' } },
    ),
  );
  expect(entriesOf(plan).map(({ index }) => index)).toEqual([1]);
  expect(plan.skipped.map(({ reason }) => reason)).toEqual(['patient-kept', 'unknown-person']);
});

test('an attachment that is not base64 is reported and the rest is kept', () => {
  const plan = planned({
    resourceType: 'DocumentReference',
    status: 'current',
    content: [
      { attachment: { contentType: 'application/pdf', data: '%%%', title: 'Giấy' } },
      { attachment: { contentType: 'text/plain', data: 'YQ==' } },
    ],
  });
  expect(entriesOf(plan)[0]?.resource['content']).toEqual([
    { attachment: { contentType: 'application/pdf', title: 'Giấy' } },
    { attachment: { contentType: 'text/plain', data: 'YQ==' } },
  ]);
  expect(plan.changed.map((note) => noteWords(note, 'vi-VN'))).toEqual([
    'Tài liệu: đã lưu nhưng bỏ tệp đính kèm vì nội dung không đọc được (không phải base64) (Giấy)',
  ]);
});

test('large files are split so that nothing refers to a later part', () => {
  const plan = planned(
    bundle(
      ...Array.from({ length: 5 }, (_, index) =>
        observation({ id: `o${index}`, derivedFrom: index < 4 ? [{ reference: `Observation/o${index + 1}` }] : [] }),
      ),
    ),
    { maxEntries: 2 },
  );
  expect(plan.transactions.map((part) => part.map(({ resource }) => resource['derivedFrom'] !== undefined))).toEqual([
    [true, true],
    [true, true],
    [true],
  ]);
  const order = entriesOf(plan).map(({ index }) => index);
  expect(order).toEqual([4, 3, 2, 1, 0]);
});

test('what a record does not hold is skipped by name, and circles do not hang', () => {
  const plan = planned(
    bundle(
      observation({ id: 'a', derivedFrom: [{ reference: 'Observation/b' }] }),
      observation({ id: 'b', derivedFrom: [{ reference: 'Observation/a' }] }),
      { resourceType: 'Questionnaire' },
      { resourceType: 'Task' },
      observation({ id: 'c' }),
      { resourceType: 'DeviceUseStatement', device: { display: 'Máy tạo nhịp tim' } },
      { resourceType: 'Flag', code: { text: 'Nguy cơ ngã' } },
    ),
    { refused: new Map([[4, 'status: wrong']]) },
  );
  expect(entriesOf(plan)).toHaveLength(2);
  expect(plan.skipped.map(({ reason, detail }) => [reason, detail])).toEqual([
    ['form', undefined],
    ['other-kind', undefined],
    ['refused', 'status: wrong'],
    ['other-kind', 'Máy tạo nhịp tim'],
    ['other-kind', 'Nguy cơ ngã'],
  ]);
  expect(plan.skipped.slice(-2).map((note) => noteWords(note, 'vi-VN'))).toEqual([
    'mục 6 (entry[5], Việc sử dụng thiết bị): loại này không được nhận từ tệp (Máy tạo nhịp tim)',
    'mục 7 (entry[6], Cảnh báo): loại này không được nhận từ tệp (Nguy cơ ngã)',
  ]);
});

test('what is no record at all is refused', () => {
  const reasons = [
    null,
    [],
    { a: 1 },
    { resourceType: 'Bundle', type: 'history', entry: [{}] },
    { resourceType: 'Bundle', type: 'batch' },
    { resourceType: 'Patient' },
  ].map((json) => planImport(json, { patientId: 'p1' }));
  expect(reasons.map((plan) => (plan.kind === 'refused' ? plan.reason : plan.kind))).toEqual([
    'not-fhir',
    'not-fhir',
    'not-fhir',
    'bundle-kind',
    'empty',
    'nothing-to-store',
  ]);
});

test.each([
  ['a clinical document by its namespace', '<?xml version="1.0"?><x xmlns="urn:hl7-org:v3"/>', 'c-cda'],
  ['a clinical document by its template', '<x root="2.16.840.1.113883.10.20.22.1.2"/>', 'c-cda'],
  ['an export of a phone', '<!DOCTYPE x [<!-- HealthKit Export -->]><x/>', 'apple-health'],
  ['a table after empty lines', '\n \nNgày;Huyết áp\n1;2', 'csv'],
  ['a table with tabs', 'Ngày\tHuyết áp', 'csv'],
  ['a text with commas further down', 'Kính gửi\nbác sĩ, và', 'not-json'],
  ['a list that is cut off', '[{"resourceType":', 'not-json'],
])('a file is known by how it begins: %s', (_, content, reason) => {
  expect(readFile(content)).toEqual({ reason });
});

test('every reference to the person of the file leads to the own record, also by an address outside it', () => {
  const [entry] = entriesOf(
    planned(
      observation({
        subject: { reference: 'Patient/a' },
        focus: [
          { reference: 'https://hospital.example/fhir/Patient/a', display: 'Lan' },
          { reference: 'Group/g', display: 'Nhóm' },
          { reference: 'https://hospital.example/fhir/Observation/gone/_history/2' },
          { reference: '#inside' },
        ],
        contained: [{ resourceType: 'Observation', id: 'inside', status: 'final' }],
      }),
    ),
  );
  expect(entry?.resource['focus']).toEqual([
    { reference: 'Patient/p1', display: 'Lan' },
    { display: 'Nhóm', type: 'Group' },
    {},
    { reference: '#inside' },
  ]);
});

test('a reference to a version of an entry, and one under another server, leads to the entry', () => {
  const [target, report] = entriesOf(
    planned(
      bundle(observation({ id: 'a' }), {
        resourceType: 'DiagnosticReport',
        status: 'final',
        code: { text: 'r' },
        result: [
          { reference: 'Observation/a/_history/3' },
          { reference: 'https://hospital.example/fhir/Observation/a' },
          { reference: 'urn:uuid:a' },
        ],
      }),
    ),
  );
  expect(report?.resource['result']).toEqual(Array.from({ length: 3 }, () => ({ reference: target?.fullUrl })));
});

describe('whose file it is', () => {
  const patient = { resourceType: 'Patient', id: 'a' };
  const of = (reference: string): object => observation({ subject: { reference } });
  test.each([
    ['one person by two addresses', [of('Patient/a'), of('https://hospital.example/fhir/Patient/a')], 'planned'],
    ['two people', [of('Patient/a'), of('Patient/b')], 'two-patients'],
    ['the person and a reference to another', [patient, of('Patient/a'), of('Patient/b')], 'two-patients'],
    ['the person under another server', [patient, of('https://hospital.example/fhir/Patient/a')], 'planned'],
    ['the person, and a group that is not there', [patient, of('Patient/a'), of('Group/g')], 'planned'],
    ['two people who are inside their entries', [of('#a'), of('#b')], 'planned'],
    ['nobody, by temporary addresses of two', [of('urn:uuid:a'), of('urn:uuid:b')], 'two-patients'],
    ['entries without a person', [observation({}), observation({ valueString: 'y' })], 'planned'],
  ])('%s', (_, resources, outcome) => {
    const plan = planImport(bundle(...resources), { patientId: 'p1' });
    expect(plan.kind === 'refused' ? plan.reason : plan.kind).toBe(outcome);
  });
});

test('values of one minute are several, of one second one; an instant is a time, too', () => {
  const count = (more: object): number =>
    entriesOf(planned(bundle(observation({ id: 'a', ...more }), observation({ id: 'b', ...more })))).length;
  expect([
    count({ effectiveDateTime: '2026-11-20T08:00:07+07:00' }),
    count({ effectiveInstant: '2026-11-20T08:00:07+07:00' }),
    count({ effectiveDateTime: '2026-11-20T08:00+07:00' }),
    count({ effectiveDateTime: '2026-11-20' }),
    count({}),
  ]).toEqual([1, 1, 2, 2, 2]);
});

test('the very same entry twice is one', () => {
  const dose = { resourceType: 'Immunization', id: 'd', status: 'completed', vaccineCode: { text: 'x' } };
  const plan = planned(bundle(dose, dose, { ...dose, id: 'e' }));
  expect([entriesOf(plan).map(({ index }) => index), plan.skipped]).toEqual([
    [0, 2],
    [{ reason: 'same-content', where: 'entry[1] Immunization' }],
  ]);
});

test('what a server gave an entry is left out, what its sender said of it is kept; nothing is null', () => {
  const [entry, bare] = entriesOf(
    planned(
      bundle(
        observation({
          id: 'a',
          meta: { versionId: '3', lastUpdated: '2026-01-01T00:00:00Z', tag: [{ code: 'x' }] },
          issued: null,
          note: [null, { text: 'n', time: null }],
        }),
        observation({ valueString: 'y', meta: { versionId: '3' } }),
      ),
    ),
  );
  expect(entry?.resource).toMatchObject({ meta: { tag: [{ code: 'x' }] }, note: [{ text: 'n' }] });
  expect([Object.keys(entry?.resource ?? {}), bare?.resource['meta']]).toEqual([
    expect.not.arrayContaining(['issued', 'id']),
    undefined,
  ]);
});

test('of types with one identifier that of the sender is kept inside our own', () => {
  const composition = { resourceType: 'Composition', status: 'final', type: { text: 't' }, title: 't' };
  const number = { system: 's', value: '1' };
  const [own, foreign] = entriesOf(planned(bundle(composition, { ...composition, identifier: number })));
  expect([own?.resource['identifier'], foreign?.resource['identifier']]).toEqual([
    { system: 'urn:ietf:rfc:3986', value: own?.fullUrl },
    { system: 'urn:ietf:rfc:3986', value: foreign?.fullUrl, assigner: { identifier: number } },
  ]);
});

test.each([
  ['a name', { resourceType: 'Organization', name: 'Bệnh viện A' }, 'Bệnh viện A'],
  ['the name of a person', { resourceType: 'Practitioner', name: [{ text: 'BS. Hoa' }] }, 'BS. Hoa'],
  ['the person of a role', { resourceType: 'PractitionerRole', practitioner: { display: 'Hoa' } }, 'Hoa'],
  ['the place of a role', { resourceType: 'PractitionerRole', organization: { display: 'Khoa Nhi' } }, 'Khoa Nhi'],
  ['the text of a code', { resourceType: 'Medication', code: { text: 'Aspirin' } }, 'Aspirin'],
  ['the text of a type', { resourceType: 'Device', type: { text: 'Máy đo' } }, 'Máy đo'],
  ['a code that has words', { resourceType: 'Substance', code: { coding: [{}, { display: 'Latex' }] } }, 'Latex'],
  ['a device', { resourceType: 'DeviceRequest', device: { display: 'Máy trợ thở' } }, 'Máy trợ thở'],
  ['a title', { resourceType: 'ResearchStudy', title: 'T', description: 'D' }, 'T'],
  ['a description', { resourceType: 'ResearchStudy', description: 'D' }, 'D'],
  ['nothing', { resourceType: 'ResearchStudy', title: 5 }, undefined],
])('what is not taken is told by what it is called: %s', (_, resource, detail) => {
  expect(planned(bundle(observation(), resource)).skipped.map((note) => note.detail)).toEqual([detail]);
});

test('a place that is mentioned keeps the words of the mention and the number of the place', () => {
  const plan = planned(
    bundle(
      { resourceType: 'Location', id: 'l', name: 'Phòng 3', identifier: [{}, { value: '7' }] },
      { resourceType: 'Location', id: 'm', identifier: [{ system: 's', value: '8' }] },
      {
        resourceType: 'Encounter',
        status: 'finished',
        class: { code: 'AMB' },
        location: ['l', 'm'].map((id) => ({ location: { reference: `Location/${id}` } })),
        hospitalization: { destination: { reference: 'Location/l', display: 'Phòng mổ' } },
      },
    ),
  );
  const [visit] = entriesOf(plan);
  expect(visit?.resource).toMatchObject({
    location: [
      { location: { type: 'Location', display: 'Phòng 3', identifier: { value: '7' } } },
      { location: { type: 'Location', identifier: { system: 's', value: '8' } } },
    ],
    hospitalization: { destination: { display: 'Phòng mổ' } },
  });
  expect(plan.changed).toEqual([]);
});

test('a medicine that the file does not have, or that has no code, stays a reference in words', () => {
  const request = (medicationReference: object): object => ({
    resourceType: 'MedicationRequest',
    status: 'active',
    intent: 'order',
    medicationReference,
  });
  const [gone, nameless, worded] = entriesOf(
    planned(
      bundle(
        request({ reference: 'Medication/gone' }),
        request({ reference: 'Medication/m' }),
        request({ display: 'Paracetamol' }),
        { resourceType: 'Medication', id: 'm' },
      ),
    ),
  );
  expect([gone, nameless, worded].map((one) => one?.resource['medicationReference'])).toEqual([
    { type: 'Medication' },
    { type: 'Medication' },
    { display: 'Paracetamol' },
  ]);
});

test('files inside an entry are read where files stand, and a text that is called data is left alone', () => {
  const plan = planned(
    bundle({
      resourceType: 'Media',
      status: 'completed',
      content: { contentType: 'image/png', data: 'YQ=\n=' },
      note: [{ data: '%%%', text: 'n' }],
      photo: [{ data: 'YQ' }],
      contained: [{ resourceType: 'Binary', id: 'b', contentType: 'image/png', data: '%%%' }],
    }),
  );
  expect(entriesOf(plan)[0]?.resource).toMatchObject({
    content: { contentType: 'image/png', data: 'YQ=\n=' },
    note: [{ data: '%%%', text: 'n' }],
    photo: [{}],
    contained: [{ resourceType: 'Binary', id: 'b', contentType: 'image/png' }],
  });
  expect(plan.changed.map(({ reason }) => reason)).toEqual(['attachment-not-base64', 'attachment-not-base64']);
});

describe('an entry of which only a part can be stored', () => {
  const withoutOdd = (resource: { readonly [element: string]: unknown }) => {
    const left = Object.keys(resource).filter((name) => name.startsWith('odd'));
    return {
      resource: Object.fromEntries(Object.entries(resource).filter(([name]) => !left.includes(name))),
      left,
    };
  };
  const many = (count: number): Record<string, number> =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`odd${at}`, at]));
  const planOf = (resources: readonly object[], more: object = {}): ImportPlan => {
    const plan = planImport(bundle(...resources), { patientId: 'p1', known: withoutOdd, ...more });
    if (plan.kind === 'refused') throw new Error(plan.reason);
    return plan;
  };
  const textOf = ({ resource }: PlannedEntry): unknown => {
    const [{ attachment } = { attachment: { data: '' } }] = resource['content'] as { attachment: { data: string } }[];
    return JSON.parse(Buffer.from(attachment.data, 'base64').toString());
  };

  test('is stored without the rest, which is kept as it was sent and named by its first five elements', () => {
    const odd = { ...observation({ note: [{ text: 'Đau đầu '.repeat(3_000) }] }), ...many(6) };
    const plan = planOf([observation({ valueString: 'whole' }), odd, { ...observation(), ...many(5) }]);
    const [whole, first, second, original] = entriesOf(plan);
    expect(plan.changed).toEqual([
      { reason: 'element-unknown', where: 'entry[1] Observation', detail: 'odd0, odd1, odd2, odd3, odd4, …' },
      { reason: 'element-unknown', where: 'entry[2] Observation', detail: 'odd0, odd1, odd2, odd3, odd4' },
    ]);
    const elements = [whole, first, second].flatMap((one) => Object.keys(one?.resource ?? {}));
    expect(elements.filter((name) => name.startsWith('odd'))).toEqual([]);
    expect(original).toMatchObject({
      index: 3,
      resource: {
        resourceType: 'DocumentReference',
        subject: { reference: 'Patient/p1' },
        context: { related: [{ reference: first?.fullUrl }, { reference: second?.fullUrl }] },
      },
    });
    expect(original === undefined ? undefined : textOf(original)).toEqual([odd, { ...observation(), ...many(5) }]);
  });

  test('has an original that a server may refuse, which is told', () => {
    const plan = planOf([{ ...observation(), odd: 1 }], { refused: new Map([[1, 'too large']]) });
    expect([entriesOf(plan).map(({ resource: { resourceType } }) => resourceType), plan.skipped]).toEqual([
      ['Observation'],
      [{ reason: 'refused', where: 'DocumentReference', detail: 'too large' }],
    ]);
  });

  test('shares its document with at most four hundred', () => {
    const plan = planOf(Array.from({ length: 401 }, (_, at) => ({ ...observation({ valueInteger: at }), odd: at })));
    const documents = entriesOf(plan).filter(({ resource }) => resource.resourceType === 'DocumentReference');
    expect(documents.map((one) => [one.index, (textOf(one) as unknown[]).length])).toEqual([
      [401, 400],
      [402, 1],
    ]);
  });
});

test('a transaction has at most so many bytes; one larger entry goes alone', () => {
  const entries = [10, 10, 3_000, 10].map((length, at) => observation({ valueString: String(at).repeat(length) }));
  const sizes = (maxBytes: number): readonly number[] => {
    const plan = planImport(bundle(...entries), { patientId: 'p1', maxBytes });
    return plan.kind === 'planned' ? plan.transactions.map(({ length }) => length) : [];
  };
  const whole = planImport(bundle(...entries.slice(0, 2)), { patientId: 'p1' });
  const bytes = whole.kind === 'planned' ? JSON.stringify(whole.transactions[0]).length - '[,]'.length : 0;
  expect([sizes(bytes), sizes(bytes - 1), sizes(1_000_000)]).toEqual([[2, 1, 1], [1, 1, 1, 1], [4]]);
});

test('an author without a name is left out with the empty element around, the others stay in their places', () => {
  const [entry] = entriesOf(
    planned({
      resourceType: 'Procedure',
      status: 'completed',
      code: { text: 'x' },
      performer: [
        { actor: { reference: 'Practitioner/gone' } },
        { actor: { display: 'BS. Hoa' } },
        { function: { text: 'Phụ mổ' }, actor: { reference: 'Practitioner/gone' } },
        { actor: { reference: 'Patient/a' } },
      ],
      subject: { reference: 'Patient/a' },
    }),
  );
  expect(entry?.resource['performer']).toEqual([
    { actor: { display: 'BS. Hoa' } },
    { function: { text: 'Phụ mổ' } },
    { actor: { reference: 'Patient/p1' } },
  ]);
});

test('a name that two entries have means the first of them', () => {
  const [first, second, report] = entriesOf(
    planned(
      bundle(observation({ id: 'a', valueString: '1' }), observation({ id: 'a', valueString: '2' }), {
        resourceType: 'DiagnosticReport',
        status: 'final',
        code: { text: 'r' },
        result: [{ reference: 'Observation/a' }],
      }),
    ),
  );
  expect(report?.resource['result']).toEqual([{ reference: first?.fullUrl }]);
  expect(second?.fullUrl).not.toBe(first?.fullUrl);
});
