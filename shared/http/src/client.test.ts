import { isAppError } from '@phr/contract/app-error';
import type { ServiceRequest } from '@phr/contract/host-api';
import { createClient } from './client.ts';
import { errorKey } from './error-key.ts';

const NOW = new Date('2026-11-25T08:15:00+07:00');
const BASES = {
  fhir: 'https://phr.test/fhir',
  identity: 'https://id.test',
  phr: '',
  admin: '',
  directory: '',
  emr: '',
};

function clientWith(answer: () => Response | Promise<Response>, token: string | undefined = 'token-1') {
  const calls: { url: string; init: RequestInit }[] = [];
  const client = createClient({
    baseOf: (service) => BASES[service],
    getToken: async () => token,
    locale: () => 'vi-VN',
    now: () => NOW,
    fetch: async (input, init) => {
      calls.push({ url: String(input), init: init ?? {} });
      return answer();
    },
  });
  const headers = () => new Headers(calls[0]?.init.headers);
  return { client, calls, headers };
}
const json = (body: unknown, init: ResponseInit = {}) => new Response(JSON.stringify(body), init);
const READ: ServiceRequest = { service: 'fhir', method: 'GET', path: '/Patient/1' };

test('[CLI-01] a call says that it sends JSON, a form keeps its own type', async () => {
  const plain = clientWith(() => json({}));
  await plain.client.send({ ...READ, method: 'POST', body: { resourceType: 'Observation' } });
  expect(plain.headers().get('Content-Type')).toBe('application/json');
  expect(plain.calls[0]?.init.body).toBe('{"resourceType":"Observation"}');

  // parts of a record that is written back keep their sent form
  const read = clientWith(() => new Response('{"valueQuantity":{"value":7.0}}'));
  const { body } = await read.client.send(READ);
  await read.client.send({ ...READ, method: 'PUT', body: { ...(body as object), status: 'corrected' } });
  expect(read.calls[1]?.init.body).toBe('{"valueQuantity":{"value":7.0},"status":"corrected"}');

  const form = clientWith(() => json({}));
  await form.client.send({
    service: 'identity',
    method: 'POST',
    path: '/connect/token',
    body: new URLSearchParams({ grant_type: 'refresh_token' }),
  });
  expect(form.headers().has('Content-Type')).toBe(false);
  expect(form.calls[0]?.init.body).toEqual(new URLSearchParams('grant_type=refresh_token'));

  // with a boundary only the browser knows
  const parts = new FormData();
  parts.append('code', '1');
  const multipart = clientWith(() => json({}));
  await multipart.client.send({ service: 'phr', method: 'POST', path: '/x', body: parts });
  expect(multipart.headers().has('Content-Type')).toBe(false);
  expect(multipart.calls[0]?.init.body).toBe(parts);
});

test('the number of the registry that an answer names is told, of a refusal as well; 0 without one', async () => {
  const told: number[] = [];
  const answers = [
    json({}, { headers: { 'x-phr-registry': '12' } }),
    json({}, { status: 404, headers: { 'x-phr-registry': '13' } }),
    json({}),
  ];
  const client = createClient({
    baseOf: (service) => BASES[service],
    getToken: async () => undefined,
    locale: () => 'vi-VN',
    onSerial: (serial) => told.push(serial),
    fetch: async () => answers.shift() ?? json({}),
  });
  await client.send(READ);
  await expect(client.send(READ)).rejects.toMatchObject({ httpStatus: 404 });
  await client.send(READ);
  expect(told).toEqual([12, 13, 0]);
  answers.push(json({}, { headers: { 'X-Phr-Registry': '9' } }));
  await client.send({ ...READ, service: 'directory' });
  expect(told).toHaveLength(3);
});

test('[CLI-02] the bearer token is sent when there is one', async () => {
  const known = clientWith(() => json({}));
  await known.client.send(READ);
  expect(known.headers().get('Authorization')).toBe('Bearer token-1');

  const anonymous = createClient({
    baseOf: () => '',
    getToken: async () => undefined,
    locale: () => 'vi-VN',
    fetch: async (_input, init) => {
      expect(new Headers(init?.headers).has('Authorization')).toBe(false);
      return json({});
    },
  });
  await anonymous.send(READ);
});

test("[CLI-02] services that need no user get no token: their servers may be somebody else's", async () => {
  for (const service of ['directory', 'emr'] as const) {
    const { client, headers } = clientWith(() => json({}));
    await client.send({ service, method: 'GET', path: '/x' });
    expect(headers().has('Authorization')).toBe(false);
  }
});

test('[CLI-03, I18N-04] the chosen language goes with every call', async () => {
  const { client, headers } = clientWith(() => json({}));
  await client.send(READ);
  expect(headers().get('Accept-Language')).toBe('vi-VN');
  let locale: 'vi-VN' | 'en-US' = 'vi-VN';
  const sent: (string | null)[] = [];
  const choosing = createClient({
    baseOf: () => '',
    getToken: async () => undefined,
    locale: () => locale,
    fetch: async (_input, init) => {
      sent.push(new Headers(init?.headers).get('Accept-Language'));
      return json({});
    },
  });
  await choosing.send(READ);
  locale = 'en-US';
  await choosing.send(READ);
  expect(sent).toEqual(['vi-VN', 'en-US']);
});

test.each([
  [-420, '420'],
  [300, '-300'],
  [0, '0'],
])(
  '[CLI-04] the offset east of UTC goes with every call: a clock that is %i minutes behind sends %s',
  async (behind, sent) => {
    const headers: Headers[] = [];
    const clock = Object.assign(new Date(NOW), { getTimezoneOffset: () => behind });
    const client = createClient({
      baseOf: () => '',
      getToken: async () => undefined,
      locale: () => 'vi-VN',
      now: () => clock,
      fetch: async (_input, init) => {
        headers.push(new Headers(init?.headers));
        return json({});
      },
    });
    await client.send(READ);
    expect(headers[0]?.get('X-Timezone-Offset')).toBe(sent);
  },
);

test('[CLI-05] keys of a service answer come in camel case', async () => {
  const { client } = clientWith(() => json({ phone_number_verified: true, Result: [{ dcm_url: 'a' }] }));
  const { body } = await client.send({ service: 'emr', method: 'GET', path: '/x' });
  expect(body).toEqual({ phoneNumberVerified: true, result: [{ dcmUrl: 'a' }] });
});

test('[CLI-05] FHIR answers and maps of file names keep their keys', async () => {
  const fhir = clientWith(() => json({ _birthDate: { extension: [] }, birth_date: 'x' }));
  expect((await fhir.client.send(READ)).body).toEqual({ _birthDate: { extension: [] }, birth_date: 'x' });
  const map = clientWith(() => json({ data: { 'p_1/Report_A.dcm': 'https://files.test/1' } }));
  expect(
    (
      await map.client.send({
        service: 'phr',
        method: 'POST',
        path: '/api/phr/storage/presigned-url-for-download',
        body: { keys: [] },
      })
    ).body,
  ).toEqual({ 'p_1/Report_A.dcm': 'https://files.test/1' });
});

test('[CLI-07] PHR and admin answers are taken out of data, with and without it, null included', async () => {
  for (const [wire, expected] of [
    [{ data: { id: '1' } }, { id: '1' }],
    [{ id: '1' }, { id: '1' }],
    [{ data: null }, null],
  ] as const) {
    for (const service of ['phr', 'admin'] as const) {
      expect((await clientWith(() => json(wire)).client.send({ service, method: 'GET', path: '/x' })).body).toEqual(
        expected,
      );
    }
  }
  expect((await clientWith(() => json({ data: 1 })).client.send(READ)).body).toEqual({ data: 1 });
});

test('[CLI-06] takes the next page from the Link header, else the bundle, as a path of the same service', async () => {
  const byHeader = clientWith(() =>
    json(
      { link: [{ relation: 'next', url: 'https://phr.test/fhir/Patient/1/Encounter?page=other' }] },
      {
        headers: {
          Link: '<https://phr.test/fhir/Patient/1/Encounter?cursor=a%2Cb>; rel="next", <https://x.test/>; rel="prev"',
        },
      },
    ),
  );
  expect((await byHeader.client.send(READ)).next).toBe('/Patient/1/Encounter?cursor=a%2Cb');
  const byBundle = clientWith(() =>
    json({
      link: [
        { relation: 'self', url: 'x' },
        { relation: 'next', url: 'https://phr.test/fhir/Patient/1/Encounter?cursor=c' },
      ],
    }),
  );
  expect((await byBundle.client.send(READ)).next).toBe('/Patient/1/Encounter?cursor=c');
  expect((await clientWith(() => json({})).client.send(READ)).next).toBeUndefined();
});

test('[CLI-08, ERR-01] an answer that is not OK rejects with the body as an error', async () => {
  const { client } = clientWith(() =>
    json({ code: 'SLOT_TAKEN', message: 'Taken', detail: { message: 'Choose another' } }, { status: 409 }),
  );
  const error = await client.send({ service: 'phr', method: 'POST', path: '/x' }).catch((reason: unknown) => reason);
  expect(isAppError(error)).toBe(true);
  expect(error).toMatchObject({
    code: 'SLOT_TAKEN',
    message: 'Taken',
    detail: { message: 'Choose another' },
    httpStatus: 409,
    source: 'PHR_API',
  });
});

test('[ERR-07] a call without an answer in time is a time-out', async () => {
  const { client } = clientWith(
    () =>
      new Promise<Response>((_resolve, reject) => {
        AbortSignal.timeout(10).addEventListener('abort', () => reject(new DOMException('x', 'TimeoutError')));
      }),
  );
  await expect(client.send({ ...READ, timeoutMs: 1 })).rejects.toMatchObject({
    code: 'TIMEOUT',
    source: 'FHIR_SERVER',
    httpStatus: 0,
  });
});

test('[ERR-08] a service that cannot be reached is a network error of that service', async () => {
  const { client } = clientWith(() => Promise.reject(new TypeError('Failed to fetch')));
  await expect(client.send({ service: 'identity', method: 'GET', path: '/x' })).rejects.toMatchObject({
    code: 'NETWORK',
    source: 'ID_SERVER',
  });
});

test('a cancelled call rejects with the reason of its owner, not with an error to show', async () => {
  const control = new AbortController();
  const { client } = clientWith(() => {
    control.abort('left');
    return Promise.reject(new DOMException('aborted', 'AbortError'));
  });
  await expect(client.send({ ...READ, signal: control.signal })).rejects.toBe('left');
});

test('gets a PDF, picture or DICOM file as a typed Blob; a refusal is still an error', async () => {
  const document = clientWith(() => new Response('%PDF-1.7', { headers: { 'Content-Type': 'application/pdf' } }));
  const { body } = await document.client.send({ service: 'emr', method: 'GET', path: '/docs' });
  expect((body as Blob).type).toBe('application/pdf');
  expect(await (body as Blob).text()).toBe('%PDF-1.7');
  const slice = clientWith(() => new Response('DICM', { headers: { 'Content-Type': 'application/dicom' } }));
  expect(await ((await slice.client.send({ service: 'emr', method: 'GET', path: '/files' })).body as Blob).text()).toBe(
    'DICM',
  );
  // a list of them is data
  const listed = clientWith(() => new Response('[]', { headers: { 'Content-Type': 'application/dicom+json' } }));
  expect((await listed.client.send({ service: 'emr', method: 'GET', path: '/x' })).body).toEqual([]);
  const refused = clientWith(() => new Response('no', { status: 404, headers: { 'Content-Type': 'application/pdf' } }));
  await expect(refused.client.send({ service: 'emr', method: 'GET', path: '/docs' })).rejects.toMatchObject({
    httpStatus: 404,
  });
});

test('an HTML page of a failing gateway becomes an error with its status, not a parse fault', async () => {
  const { client } = clientWith(() => new Response('<html>Bad gateway</html>', { status: 502 }));
  await expect(client.send(READ)).rejects.toMatchObject({ code: '502', httpStatus: 502 });
});

test('a write carries its idempotency key and version, a query its repeated values', async () => {
  const { client, calls, headers } = clientWith(() => new Response(null, { status: 204, headers: { ETag: 'W/"3"' } }));
  const answer = await client.send({
    ...READ,
    method: 'PUT',
    query: { date: ['ge2026-01-01', 'le2026-02-01'], _count: 20, none: undefined },
    idempotencyKey: 'k-1',
    ifMatch: 'W/"2"',
  });
  expect(calls[0]?.url).toBe('https://phr.test/fhir/Patient/1?date=ge2026-01-01&date=le2026-02-01&_count=20');
  expect(headers().get('Idempotency-Key')).toBe('k-1');
  expect(headers().get('If-Match')).toBe('W/"2"');
  expect(answer).toMatchObject({ status: 204, body: undefined, etag: 'W/"3"' });
});

test('a keyed create on the record server is conditional; a transaction carries its conditions inside', async () => {
  const create = clientWith(() => json({}));
  await create.client.send({
    ...READ,
    method: 'POST',
    path: '/Observation',
    body: {},
    idempotencyKey: '11111111-1111-4111-8111-111111111111',
  });
  expect(create.headers().get('If-None-Exist')).toBe(
    'identifier=urn%3Aietf%3Arfc%3A3986|urn%3Auuid%3A11111111-1111-4111-8111-111111111111',
  );

  const transaction = clientWith(() => json({}));
  await transaction.client.send({
    ...READ,
    method: 'POST',
    path: '/',
    body: {},
    idempotencyKey: '11111111-1111-4111-8111-111111111111',
  });
  expect(transaction.headers().has('If-None-Exist')).toBe(false);
  expect(transaction.headers().get('Idempotency-Key')).toBe('11111111-1111-4111-8111-111111111111');
});

test('[ERR-18] an answer that breaks off is told as an interruption, and as no refusal', async () => {
  const broken = () =>
    new Response(new ReadableStream({ pull: (stream) => stream.error(new TypeError('network error')) }));
  const error = await clientWith(broken)
    .client.send(READ)
    .catch((cause: unknown) => cause);
  expect(error).toMatchObject({ code: 'INTERRUPTED', httpStatus: 0, source: 'FHIR_SERVER' });
  expect(isAppError(error) ? errorKey(error) : '').toBe('error.loadingInterrupted');
});
