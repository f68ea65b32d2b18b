import { startTestBackend, type TestBackend } from './test-backend.ts';

// the rows of the service catalogue, with what each asks of a caller: n nothing, b a bearer token
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
beforeAll(async () => { backend = await startTestBackend(); }, 60_000);
afterAll(() => backend.stop());

test.each([['BACK-04', 'PHR_API', PHR], ['BACK-05', 'MEDRECORD_ADMIN', ADMIN]])('[BACK-04][BACK-05] every call of the catalogue is answered by its service (%s)', async (_row, source, catalogue) => {
  for (const [who, method = '', path = ''] of catalogue.trim().split('\n').map((line) => line.split(' '))) {
    const known = backend.routes.find((route) => route.method === method && route.url === path);
    expect([path, known?.doc?.wrapped]).toEqual([path, true]);
    const answer = await fetch(backend.urls.shell + path.replace(/:\w+/, 'x'), { method, ...(method === 'GET' || method === 'DELETE' ? {} : { headers: { 'content-type': 'application/json' }, body: '{}' }) });
    const body = await answer.json() as { code: string; httpStatus: number };
    // refused for the missing token, or for the empty form; never as an unknown address
    expect([path, answer.status, body]).toEqual([path, who === 'b' ? 401 : 422, expect.objectContaining({ code: who === 'b' ? 'UNAUTHORIZED' : 'FORM_INPUT_INVALID', httpStatus: answer.status, source })]);
  }
});
