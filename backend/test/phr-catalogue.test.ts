import { isObject } from '@phr/fhir/json';
import { callerOf, shapeFault, type Person } from './service-caller.ts';
import { startTestBackend, type TestBackend } from './test-backend.ts';

// the rows of the service catalogue, with what each requires of a caller: n nothing, b a bearer token
const PHR = `
n POST /api/ano/phr/auth/sign-up
n GET /api/ano/phr/auth/referral
n POST /api/ano/phr/auth/quick-encounter
n POST /api/phr/account/otp/request
b POST /api/phr/account/otp/verify
b GET /api/phr/qr/generator/pid/:id
b POST /api/phr/appointment/create
b POST /api/phr/appointment/cancel
b GET /api/phr/schedule/code
b DELETE /api/phr/observation/:id
b PUT /api/phr/observation/note/:id
b GET /api/phr/diagnosticReport/latest
b GET /api/phr/diagnosticReport/list
b GET /api/phr/diagnosticReport/:reportId/observations
b POST /api/phr/lunit-ai/:app
b DELETE /api/phr/immunization/:immunizationId
b POST /api/phr/device/current/add
b POST /api/phr/health-sign-monitor/start-session
b POST /api/phr/health-sign-monitor/end-session
b POST /api/phr/device
b PUT /api/phr/device
b POST /api/phr/device/hub-ble
b DELETE /api/phr/device/:deviceId
b GET /api/phr/phrObservationDynamicForm/listConfig
b GET /api/phr/observationComponentViewConfig
b GET /api/phr/storage/get-presigned-url-for-upload
n POST /api/ano/phr/storage/get-presigned-url-for-upload
b GET /api/phr/storage/get-presigned-url-for-download
b POST /api/phr/storage/presigned-url-for-download`;
const ADMIN = `
b POST /patient-app/encounter/create
b DELETE /patient-app/encounter/:id
b POST /patient-app/encounter/register
b POST /patient-app/link-profile
b POST /patient-app/link-profile/phone-verify
b POST /patient-app/link-profile/remove
b DELETE /patient-app/condition/:id
b POST /patient-app/coverage/apply-promo-code
b POST /patient-app/riskassessment/covid19-assessment
b POST /patient-app/related-person/create-family-member
b POST /patient-app/related-person/remove-family-member
b POST /patient-app/questionnaire-response/create
b GET /patient-app/enrollment/detail
b POST /patient-app/enrollment/join
b POST /patient-app/device/register`;

let backend: TestBackend;
beforeAll(async () => {
  backend = await startTestBackend();
});
afterAll(() => backend.stop());

test.each([
  ['BACK-04', 'PHR_API', PHR],
  ['BACK-05', 'MEDRECORD_ADMIN', ADMIN],
])(
  '[BACK-04][BACK-05] every call of the catalogue is answered by its service (%s)',
  async (_row, source, catalogue) => {
    for (const [who, method = '', path = ''] of catalogue
      .trim()
      .split('\n')
      .map((line) => line.split(' '))) {
      const known = backend.routes.find((route) => route.method === method && route.url === path);
      expect([path, known?.doc?.wrapped]).toEqual([path, true]);
      const answer = await fetch(backend.urls.shell + path.replace(/:\w+/, 'x'), {
        method,
        ...(method === 'GET' || method === 'DELETE'
          ? {}
          : { headers: { 'content-type': 'application/json' }, body: '{}' }),
      });
      const body = (await answer.json()) as { code: string; httpStatus: number };
      // refused for the missing token, or for the empty form; never as an unknown address
      expect([path, answer.status, body]).toEqual([
        path,
        who === 'b' ? 401 : 422,
        expect.objectContaining({
          code: who === 'b' ? 'UNAUTHORIZED' : 'FORM_INPUT_INVALID',
          httpStatus: answer.status,
          source,
        }),
      ]);
    }
  },
);

test('[BACK-03] every call of the identity table is answered by the identity service', async () => {
  const ask = async (method: string, path: string, body?: string | URLSearchParams) => {
    const answer = await fetch(backend.urls.identity + path, {
      method,
      redirect: 'manual',
      ...(body === undefined
        ? {}
        : { body, ...(typeof body === 'string' ? { headers: { 'content-type': 'application/json' } } : {}) }),
    });
    const text = await answer.text();
    return {
      status: answer.status,
      text,
      body: text.startsWith('{') ? (JSON.parse(text) as Record<string, unknown>) : {},
    };
  };
  const { body: discovery } = await ask('GET', '/.well-known/openid-configuration');
  const at = (name: string): string => String(discovery[name]).replace(backend.urls.identity, '');
  expect(['authorization_endpoint', 'token_endpoint', 'userinfo_endpoint', 'end_session_endpoint'].map(at)).toEqual([
    '/connect/authorize',
    '/connect/token',
    '/connect/userinfo',
    '/connect/endsession',
  ]);
  // an unknown client sees a page, in Vietnamese and English
  const query = new URLSearchParams({
    client_id: 'nobody',
    response_type: 'code',
    redirect_uri: 'https://evil.test/',
  }).toString();
  for (const [locale, words] of [
    ['vi-VN', 'Yêu cầu đăng nhập không hợp lệ'],
    ['en-US', 'The sign-in request is not valid'],
  ] as const)
    expect(await ask('GET', `/connect/authorize?${query}&ui_locales=${locale}`)).toMatchObject({
      status: 400,
      text: expect.stringContaining(words) as string,
    });
  for (const grant_type of ['authorization_code', 'refresh_token']) {
    expect(
      await ask(
        'POST',
        '/connect/token',
        new URLSearchParams({
          client_id: 'phr-web',
          grant_type,
          code: 'x',
          refresh_token: 'x',
          redirect_uri: `${backend.urls.shell}/auth-cb`,
          code_verifier: 'x'.repeat(43),
        }),
      ),
    ).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
  }
  expect(await ask('GET', '/connect/userinfo')).toMatchObject({
    status: 401,
    body: { code: 'UNAUTHORIZED', source: 'ID_SERVER' },
  });
  expect((await ask('GET', '/connect/endsession')).status).toBe(200);
  for (const path of ['/api/account/register', '/api/account/confirmPhoneNumber'])
    expect(await ask('POST', path, '{}')).toMatchObject({
      status: 422,
      body: { code: 'FORM_INPUT_INVALID', source: 'ID_SERVER', httpStatus: 422 },
    });
});

test('[BACK-01] without further settings one process holds all servers', async () => {
  const { shell, identity, files } = backend.urls;
  const answers = await Promise.all(
    [
      `${identity}/.well-known/openid-configuration`,
      `${shell}/fhir/metadata`,
      `${shell}/api/phr/phrObservationDynamicForm/listConfig`,
      `${shell}/patient-app/enrollment/detail`,
      `${shell}/cities`,
      `${shell}/api/services/vendor/patientapp/docs?id=x&qr=x`,
      `${files}/health`,
      `${shell}/socket.io/?EIO=4&transport=polling`,
    ].map(async (address) => [address, (await fetch(address)).status]),
  );
  // the facility is not connected, and sockets accept no polling: both report so themselves
  expect(answers.map(([, status]) => status)).toEqual([200, 200, 401, 401, 200, 503, 200, 400]);
  expect(backend.config.mqtt.url).toBeUndefined();
});

describe('the record server', () => {
  let api: ReturnType<typeof callerOf>;
  let chau: Person;
  beforeAll(async () => {
    api = callerOf(backend);
    chau = await api.newPatient();
  });

  // the rows of the service catalogue: what is requested, after the person's own address or by everybody
  const OF_PATIENT = [
    'Encounter?_sort=-date&_count=10',
    'Encounter?_id=x',
    'Condition?encounter=Encounter/x',
    'Claim?encounter=Encounter/x',
    'Coverage?type=x',
    'Account?_id=x',
    'MedicationRequest?encounter=Encounter/x&_assoc=medicationReference',
    'ServiceRequest?encounter=Encounter/x',
    'Appointment?_sort=-date&_count=10',
    'DiagnosticReport?encounter=Encounter/x&status:not=registered',
    'Media?encounter=Encounter/x',
    'ImagingStudy?encounter=Encounter/x&_assoc=endpoint',
    'Immunization?_sort=-date',
    'RiskAssessment?encounter=Encounter/x',
    'Consent',
    'Group?type=person&code=FAMILY&_count=1',
    'QuestionnaireResponse?questionnaire=Questionnaire/x',
    ...['vital-signs', 'procedure', 'laboratory', 'imaging'].map(
      (category) => `Observation?category=${category}&date=ge2026-01-01&date=le2026-12-31&_count=200&_sort=-date`,
    ),
    'Observation?code=131328&_count=100',
  ];
  const OF_ALL = [
    'Organization?type=prov&_sort=-_lastUpdated',
    'HealthcareService?_ilike=kham&_count=10&page=1',
    'PractitionerRole?service=HealthcareService/x&role=doctor&active=true&_ilike=hoa',
    'Schedule?actor=HealthcareService/x&active=true&date=ge2026-01-01',
    'Slot?schedule=Schedule/x&start=ge2026-05-01T00:00:00%2B07:00&start=le2026-05-01T23:59:59%2B07:00&status=free',
    'Questionnaire?subject-type=Patient&status=active',
    'Concept?valueset=condition&display=tang&_count=20',
  ];
  const OWN = [
    'Task?patient=$&group-identifier=request_link_profile',
    'Device?patient=$',
    'Device?identifier=https://phr.example/sid/mac|x&patient=$',
  ];

  test('[BACK-07] every search, read, create, change and delete of its catalogue is answered', async () => {
    const searches = [
      ...OF_PATIENT.map((rest) => `Patient/${chau.patient}/${rest}`),
      ...OF_ALL,
      ...OWN.map((rest) => rest.replace('$', chau.patient)),
    ];
    for (const path of searches) {
      const { status, body } = await api.call(chau, 'GET', `/fhir/${path}`);
      expect([path, status, body['resourceType'], body['type']]).toEqual([path, 200, 'Bundle', 'searchset']);
    }
    const subject = { reference: `Patient/${chau.patient}` };
    const device = await api.store({ resourceType: 'Device', status: 'active', patient: subject });
    const places = await Promise.all(
      ['Organization', 'HealthcareService', 'PractitionerRole'].map(
        async (resourceType) => `${resourceType}/${await api.store({ resourceType, active: true })}`,
      ),
    );
    const relative = await api.store({ resourceType: 'RelatedPerson', patient: subject });
    for (const path of [`Patient/${chau.patient}?_assoc=managingOrganization`, ...places, `RelatedPerson/${relative}`])
      expect([path, (await api.call(chau, 'GET', `/fhir/${path}`)).status]).toEqual([path, 200]);
    expect((await api.call(chau, 'GET', `/fhir/Device/${device}/DeviceUseStatement`)).body['type']).toBe('searchset');
    const user = await api.call(chau, 'POST', '/fhir/User', { resourceType: 'User', userName: chau.phone });
    expect([
      user.status,
      (await api.call(chau, 'GET', `/fhir/User/${String(user.body['id'])}`)).body['resourceType'],
    ]).toEqual([201, 'User']);

    const made = {
      Condition: { subject, code: { text: 'x' } },
      Coverage: { status: 'active', beneficiary: subject, payor: [subject] },
      Immunization: {
        status: 'completed',
        patient: subject,
        vaccineCode: { text: 'x' },
        occurrenceDateTime: '2026-01-01',
      },
    };
    for (const [resourceType, elements] of Object.entries(made)) {
      const created = await api.call(chau, 'POST', `/fhir/${resourceType}`, { resourceType, ...elements });
      const changed = await api.call(chau, 'PUT', `/fhir/${resourceType}/${String(created.body['id'])}`, created.body);
      expect([resourceType, created.status, changed.status]).toEqual([resourceType, 201, 200]);
    }
    const patient = await api.call(chau, 'GET', `/fhir/Patient/${chau.patient}`);
    expect((await api.call(chau, 'PUT', `/fhir/Patient/${chau.patient}`, patient.body)).status).toBe(200);
    const consent = await api.store({ resourceType: 'Consent', status: 'proposed', patient: subject });
    const asked = await api.call(chau, 'GET', `/fhir/Consent/${consent}`);
    expect((await api.call(chau, 'PUT', `/fhir/Consent/${consent}`, { ...asked.body, status: 'active' })).status).toBe(
      200,
    );
    const sign = await api.call(chau, 'POST', '/fhir/Observation', {
      resourceType: 'Observation',
      status: 'final',
      code: { text: 'x' },
      subject,
    });
    expect([
      sign.status,
      (await api.call(chau, 'DELETE', `/fhir/Observation/${String(sign.body['id'])}`)).status,
    ]).toEqual([201, 204]);
  });

  test('[BACK-07] its root takes POSTed transactions of readings, and of new or extended reports', async () => {
    const subject = { reference: `Patient/${chau.patient}` };
    const reading = (id: string) => ({
      fullUrl: `urn:uuid:${id}`,
      resource: { resourceType: 'Observation', status: 'final', code: { text: 'x' }, subject },
      request: { method: 'POST', url: 'Observation' },
    });
    const report = (result: readonly string[]) => ({
      resourceType: 'DiagnosticReport',
      status: 'final',
      code: { text: 'x' },
      subject,
      result: result.map((reference) => ({ reference })),
    });
    const send = async (...entry: readonly object[]): Promise<readonly string[]> => {
      const { status, body } = await api.call(chau, 'POST', '/fhir/', {
        resourceType: 'Bundle',
        type: 'transaction',
        entry,
      });
      expect([status, body['type']]).toEqual([200, 'transaction-response']);
      return (body['entry'] as { response: { status: string; location: string } }[]).map(({ response }) =>
        response.location.replace(/\/_history.*/, ''),
      );
    };
    const [one, two] = [crypto.randomUUID(), crypto.randomUUID()];
    const [first = '', made = ''] = await send(reading(one), {
      fullUrl: `urn:uuid:${two}`,
      resource: report([`urn:uuid:${one}`]),
      request: { method: 'POST', url: 'DiagnosticReport' },
    });
    const [second = '', same] = await send(reading(one), {
      resource: report([first, `urn:uuid:${one}`]),
      request: { method: 'PUT', url: made },
    });
    expect(same).toBe(made);
    expect((await api.call(chau, 'GET', `/fhir/${made}`)).body['result']).toEqual([
      { reference: first },
      { reference: second },
    ]);
  });

  test('[CLI-10] answers have the shape of their documents, and one that has not is noticed', async () => {
    // `call` itself checks every response in these and all other service tests against the documentation of the request
    const calls = [
      '/api/phr/phrObservationDynamicForm/listConfig',
      '/api/phr/observationComponentViewConfig?type=vital-signs',
      `/api/phr/qr/generator/pid/${chau.patient}`,
      '/cities',
      '/districts/cityname?cityName=Hà Nội',
      '/config.json',
      `/fhir/Patient/${chau.patient}`,
    ];
    for (const url of calls) expect([url, (await api.call(chau, 'GET', url)).status]).toEqual([url, 200]);
    const wrong = (method: string, url: string, body: Record<string, unknown>) =>
      shapeFault(backend.routes, method, url, 200, body);
    expect(wrong('POST', '/api/phr/appointment/cancel', { data: { resourceType: 'Patient' } })).toMatch(/resourceType/);
    expect(wrong('GET', '/api/phr/schedule/code', { scheduleId: 'not wrapped' })).toBeDefined();
    expect(wrong('GET', '/api/phr/diagnosticReport/list', { data: [{ id: 1 }] })).toMatch(/id/);
    expect(
      backend.routes.filter(({ doc }) => isObject(doc) && doc.answer === undefined && doc.wrapped === true),
    ).toEqual([]);
  });
});
