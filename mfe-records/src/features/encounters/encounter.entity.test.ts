import { readEncounter as read } from './encounter.entity.ts';

const readEncounter = (resource: unknown) => read(resource, 'vi-VN');

const FULL = {
  resourceType: 'Encounter',
  id: '1234abcd-0000-4000-8000-000000000000',
  status: 'in-progress',
  class: { system: 'http://terminology.hl7.org/CodeSystem/v3-ActCode', code: 'IMP' },
  identifier: [
    { type: { coding: [{ code: 'VN' }] }, value: 'visit' },
    { type: { coding: [{ code: 'MR' }] }, value: 'BA-2026-0042' },
  ],
  type: [{ coding: [{ code: '1' }] }, { text: 'Khám nội' }],
  priority: { coding: [{ code: 'UR' }], text: 'Khẩn' },
  extension: [
    {
      url: 'https://his.example/fhir/StructureDefinition/encounter-extent-type',
      valueCoding: { code: 'YC', display: 'Khám theo yêu cầu' },
    },
  ],
  period: { start: '2026-11-18T09:00:00+07:00', end: '2026-11-21T10:00:00+07:00' },
  subject: { reference: 'https://his.example/fhir/Patient/p1' },
  account: [{ reference: 'Account/a1' }],
  serviceProvider: { reference: 'Organization/o1', display: 'Bệnh viện X' },
  diagnosis: [{ condition: { reference: 'Condition/c1' }, use: { coding: [{ code: 'DD' }] } }],
};

test('[ENC-01][ENC-04] the fields of an encounter', () => {
  expect(readEncounter(FULL)).toMatchObject({
    id: FULL.id,
    status: 'in-progress',
    kind: 'IMP',
    classCode: 'IMP',
    className: { key: 'enc.class.IMP' },
    type: 'Khám nội',
    priority: 'UR',
    priorityStr: 'Khẩn',
    extentType: 'Khám theo yêu cầu',
    periodStart: '2026-11-18T09:00:00+07:00',
    periodEnd: '2026-11-21T10:00:00+07:00',
    patientId: 'p1',
    accountId: 'a1',
    serviceProvider: { id: 'o1', name: 'Bệnh viện X' },
    diagnoses: [{ conditionId: 'c1', use: 'DD' }],
  });
  expect(readEncounter({ ...FULL, period: { start: '2026-11-18', end: '2026-11-21' } })?.periodDays).toBe(4);
  const typed = (value: object) =>
    readEncounter({ ...FULL, extension: [{ url: 'urn:x/extentType', ...value }] })?.extentType;
  expect([typed({ valueString: 'Tại nhà' }), typed({ valueCodeableConcept: { text: 'Từ xa' } })]).toEqual([
    'Tại nhà',
    'Từ xa',
  ]);
  const bare = readEncounter({ ...FULL, extension: undefined, priority: undefined });
  expect([bare?.extentType, bare?.priority, bare?.priorityStr]).toEqual([undefined, undefined, undefined]);
});

test('[ENC-05] provider with id, name and logo, patient, coverage and account', () => {
  const resolved = {
    reference: 'Organization/o1',
    resource: {
      resourceType: 'Organization',
      name: 'Bệnh viện Sao Mai',
      extension: [{ url: 'https://x/logo', valueUrl: 'https://x/logo.png' }],
    },
  };
  const encounter = readEncounter({
    ...FULL,
    serviceProvider: resolved,
    extension: [{ url: 'https://x/coverage', valueReference: { reference: 'Coverage/k1' } }],
  });
  expect(encounter).toMatchObject({
    serviceProvider: { id: 'o1', name: 'Bệnh viện Sao Mai', logo: 'https://x/logo.png' },
    patientId: 'p1',
    coverageId: 'k1',
    accountId: 'a1',
  });
});

test('only what the patient wrote down is marked as such', () => {
  const tagged = (system: string, code: string) => readEncounter({ ...FULL, meta: { tag: [{ system, code }] } })?.isOwn;
  expect([
    tagged('https://x/fhir/CodeSystem/origin', 'patient'),
    tagged('https://x/fhir/CodeSystem/origin', 'hospital'),
    tagged('urn:other', 'patient'),
    readEncounter(FULL)?.isOwn,
  ]).toEqual([true, undefined, undefined, undefined]);
});

test('[ENC-02] the code is the medical record identifier and falls back to the id', () => {
  expect(readEncounter(FULL)?.code).toBe('BA-2026-0042');
  expect(readEncounter({ ...FULL, identifier: undefined })?.code).toBe(FULL.id);
});

test('[ENC-03] the short id is the first 8 characters in capitals', () => {
  expect(readEncounter(FULL)?.shortId).toBe('1234ABCD');
});

test('[ENC-13] AMB counts as outpatient; foreign classes keep their words, bare codes stay hidden', () => {
  const classOf = (code: string, display?: string) => readEncounter({ ...FULL, class: { code, display } });
  expect(['SS', 'AMB', 'IMP', 'F0H', 'POST_COVID', 'FAMILY_DOCTOR', 'EMER'].map((code) => classOf(code)?.kind)).toEqual(
    ['SS', 'SS', 'IMP', 'F0H', 'POST_COVID', 'FAMILY_DOCTOR', 'other'],
  );
  expect(classOf('EMER')?.className).toEqual({ key: 'enc.class.EMER' });
  expect(classOf('XYZ', 'Khám lưu động')?.className).toEqual({ words: 'Khám lưu động' });
  expect(classOf('XYZ')?.className).toBeUndefined();
});

test('[ENC-14] every R4 status is one of ours; what is not a status is unknown', () => {
  const statuses = [
    'planned',
    'arrived',
    'triaged',
    'in-progress',
    'onleave',
    'finished',
    'cancelled',
    'unknown',
    'nonsense',
    undefined,
  ];
  expect(statuses.map((status) => readEncounter({ ...FULL, status })?.status)).toEqual([
    'planned',
    'arrived',
    'arrived',
    'in-progress',
    'in-progress',
    'finished',
    'cancelled',
    'unknown',
    'unknown',
    'unknown',
  ]);
});

test('only what is required: no field is invented, dates that cannot be read are left out', () => {
  const encounter = readEncounter({
    resourceType: 'Encounter',
    id: 'e',
    status: 'cancelled',
    period: { start: '2026-02-30', end: 'soon' },
  });
  expect(encounter).toEqual({
    id: 'e',
    code: 'e',
    shortId: 'E',
    status: 'cancelled',
    kind: 'other',
    className: undefined,
    serviceProvider: {},
    diagnoses: [],
  });
  expect(readEncounter({ resourceType: 'Encounter', status: 'finished' })).toBeUndefined();
});
