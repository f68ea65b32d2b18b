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
