import { localized } from '@phr/i18n/localized';
import type { ServiceRequest } from '@phr/contract/host-api';
import { createProfileApi } from './profile.api.ts';
import type { Profile } from './profile.fhir.ts';

const PROFILE: Profile = {
  fullName: 'AN',
  birthDate: '1985-03-14',
  gender: 'male',
  phone: '0912345678',
  home: { city: 'Hà Nội', district: '-', ward: 'W', street: 'S', house: '1' },
};

function setUp(
  answers: Readonly<Record<string, unknown>>,
  put: (url: string, file: Blob) => Promise<number> = async () => 200,
) {
  const sent: ServiceRequest[] = [];
  const api = createProfileApi(
    {
      async send(request) {
        sent.push(request);
        return {
          status: 200,
          receivedAt: '',
          etag: 'W/"3"',
          body: answers[`${request.method} ${request.service} ${request.path}`],
        };
      },
    },
    put,
  );
  return { api, sent, calls: () => sent.map(({ method, service, path }) => `${method} ${service} ${path}`) };
}

test('[CALL-52] [CALL-53] cities and districts come from the directory', async () => {
  const { api, sent } = setUp({
    'GET directory /cities': [
      { code: '01', name: 'Hà Nội', levels: 3 },
      { code: '04', name: 'Cao Bằng', levels: 2 },
    ],
    'GET directory /districts/cityname': [{ code: '001', name: 'Quận Ba Đình' }],
  });
  await expect(api.cities()).resolves.toEqual([
    { name: 'Hà Nội', levels: 3 },
    { name: 'Cao Bằng', levels: 2 },
  ]);
  await expect(api.districts('Hà Nội')).resolves.toEqual(['Quận Ba Đình']);
  expect(sent[1]?.query).toEqual({ cityName: 'Hà Nội' });
});

test('wards come from the directory, and what an old ward is called now', async () => {
  const { api, sent } = setUp({
    'GET directory /wards/cityname': [{ code: '1', name: 'Phường Ba Đình' }],
    'GET directory /wards/successors': [{ code: '2', name: 'Phường An Hội Tây', cityName: 'Hồ Chí Minh' }],
  });
  await expect(api.wards('Hà Nội')).resolves.toEqual(['Phường Ba Đình']);
  await expect(api.wardsNow({ city: 'Hồ Chí Minh', district: 'Quận Gò Vấp', ward: 'Phường 12' })).resolves.toEqual([
    { city: 'Hồ Chí Minh', ward: 'Phường An Hội Tây' },
  ]);
  expect(sent.map(({ query }) => query)).toEqual([
    { cityName: 'Hà Nội' },
    { cityName: 'Hồ Chí Minh', districtName: 'Quận Gò Vấp', wardName: 'Phường 12' },
  ]);
});

test('occupations come in both languages, by code', async () => {
  const concept = (code: string, vi: string, en: string) => ({
    resource: {
      resourceType: 'Concept',
      code,
      display: vi,
      designation: [
        { language: 'vi', value: vi },
        { language: 'en', value: en },
      ],
    },
  });
  const { api } = setUp({
    'GET fhir /Concept': {
      resourceType: 'Bundle',
      type: 'searchset',
      entry: [concept('002', 'Cán bộ', 'Officer'), concept('001', 'Bác sĩ', 'Doctor')],
    },
  });
  await expect(api.occupations()).resolves.toEqual([
    { code: '001', words: localized('Bác sĩ', 'Doctor') },
    { code: '002', words: localized('Cán bộ', 'Officer') },
  ]);
});

test("[CALL-55] [CALL-58] the main record: the account's entry first, then the patient, once for each key", async () => {
  const { api, sent, calls } = setUp({ 'POST fhir /Patient': { resourceType: 'Patient', id: 'p1' } });
  await expect(
    api.createMain({ userName: '0912345678', phoneNumber: '84912345678' }, PROFILE, (write) => `key-${write}`),
  ).resolves.toMatchObject({ patient: { id: 'p1' }, etag: 'W/"3"' });
  expect(calls()).toEqual(['POST fhir /User', 'POST fhir /Patient']);
  expect(sent[0]?.body).toEqual({
    resourceType: 'User',
    identifier: [],
    userName: '0912345678',
    phoneNumber: '84912345678',
    data: {},
  });
  expect(sent[1]).toMatchObject({
    idempotencyKey: 'key-patient',
    body: { identifier: [{ system: 'urn:ietf:rfc:3986', value: 'urn:uuid:key-patient' }] },
  });
});

test('[CALL-56] [CALL-57] reads a record with its organisation, and saves against the version read', async () => {
  const { api, sent } = setUp({
    'GET fhir /Patient/p1': { resourceType: 'Patient', id: 'p1' },
    'PUT fhir /Patient/p1': { resourceType: 'Patient', id: 'p1' },
  });
  await api.read('p1');
  await api.update(
    {
      resourceType: 'Patient',
      id: 'p1',
      managingOrganization: { reference: 'Organization/1', resource: { name: 'X' } },
    },
    'W/"2"',
  );
  expect(sent[0]?.query).toEqual({ _assoc: 'managingOrganization' });
  expect(sent[1]).toMatchObject({
    method: 'PUT',
    path: '/Patient/p1',
    ifMatch: 'W/"2"',
    body: { managingOrganization: { reference: 'Organization/1' } },
  });
  expect(sent[1]?.body).not.toHaveProperty('managingOrganization.resource');
});

test('[CALL-46, CALL-47, FAM-10] a member is created with patient and relationship, and removed', async () => {
  const { api, sent } = setUp({
    'POST admin /patient-app/related-person/create-family-member': {
      patient: { resourceType: 'Patient', id: 'p2' },
      relatedPerson: {},
      group: {},
    },
  });
  await expect(api.createMember(PROFILE, 'NMTH', 'key-1')).resolves.toMatchObject({ patient: { id: 'p2' } });
  expect(sent[0]).toMatchObject({
    service: 'admin',
    idempotencyKey: 'key-1',
    body: { relationship: 'NMTH', patient: { resourceType: 'Patient', birthDate: '1985-03-14' } },
  });
  await api.removeMember({ relatedPersonId: 'r', patientId: 'p2', relationship: 'NMTH', name: 'AN' }, 'key-2');
  expect(sent[1]).toMatchObject({
    path: '/patient-app/related-person/remove-family-member',
    idempotencyKey: 'key-2',
    body: { relatedPersonId: 'r', patientId: 'p2', relationship: 'NMTH', name: 'AN' },
  });
});

test('a picture goes to a signed address under a new key of the patient', async () => {
  const puts: string[] = [];
  const { api, sent } = setUp(
    { 'GET phr /api/phr/storage/get-presigned-url-for-upload': 'https://files.test/put' },
    async (url) => {
      puts.push(url);
      return 200;
    },
  );
  const key = await api.uploadPhoto('p1', new Blob(['x'], { type: 'image/jpeg' }), 'jpg');
  expect(key).toMatch(/^p1\/avatar\/[0-9a-f-]{36}\.jpg$/);
  expect(sent[0]?.query).toEqual({ key });
  expect(puts).toEqual(['https://files.test/put']);
});

test.each([
  [413, 'UPLOAD_LIMIT'],
  [415, 'FILE_TYPE'],
  [500, '500'],
])('an upload that is answered %i is an error', async (status, code) => {
  const { api } = setUp(
    { 'GET phr /api/phr/storage/get-presigned-url-for-upload': 'https://files.test/put' },
    async () => status,
  );
  await expect(api.uploadPhoto('p1', new Blob(['x']), 'jpg')).rejects.toMatchObject({ code });
});
