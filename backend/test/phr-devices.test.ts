import { createHash } from 'node:crypto';
import Fastify from 'fastify';
import { decodeQR } from 'qr/decode.js';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { inflateSync } from 'node:zlib';
import { assignHub, provisionHub } from '../src/gateway/hub/hubs.ts';
import { createOneTimeCodes } from '../src/identity/one-time-codes.ts';
import { registerReferral } from '../src/gateway/phr/referral.ts';
import { createSignedTokens } from '../src/kit/signed-token.ts';
import { ServerError } from '../src/kit/server-error.ts';
import { countsOfProcess } from '../src/kit/usage-counts.ts';
import { UPLOAD_TOKEN_SECONDS } from '../src/gateway/files/storage-api.ts';
import { lastCode, newPhone } from './browser.ts';
import { callerOf, type Json, type Person } from './service-caller.ts';
import { startTestBackend, type TestBackend } from './test-backend.ts';

let backend: TestBackend;
let api: ReturnType<typeof callerOf>;
let chau: Person;
let stranger: Person;

beforeAll(async () => {
  backend = await startTestBackend();
  api = callerOf(backend);
  [chau, stranger] = [await api.newPatient(), await api.newPatient('LÊ QUỐC BẢO')];
});
afterAll(() => backend.stop());

let lastMac = 0;
const newMac = (): string => `5C:31:3E:00:00:${(lastMac += 1).toString(16).padStart(2, '0').toUpperCase()}`;
const meter = (mac: string, more: object = {}) => ({
  patientId: chau.patient,
  name: 'Máy đo huyết áp',
  mac,
  type: 'BEURER_BPM',
  serialNumber: 'BM57-1',
  ...more,
});
const hub = (mac: string, more: object = {}) => meter(mac, { name: 'Bộ thu', type: 'ONE_HUB', usingMode: 2, ...more });
const propertiesOf = (device: Json) =>
  Object.fromEntries(
    ((device['property'] ?? []) as { type: { coding: { code: string }[] }; valueCode: { text: string }[] }[]).map(
      (one) => [one.type.coding[0]?.code, one.valueCode[0]?.text],
    ),
  );

describe('devices', () => {
  test('[CALL-27][DEV-19] a record lists a device once and logs its use; other records stay unknown', async () => {
    const mac = newMac();
    const { status, data } = await api.call(
      chau,
      'POST',
      '/api/phr/device',
      meter(mac.toLowerCase().replaceAll(':', '-'), { manufacturer: 'Beurer' }),
    );
    expect(status).toBe(200);
    expect(data).toMatchObject({
      resourceType: 'Device',
      status: 'active',
      manufacturer: 'Beurer',
      serialNumber: 'BM57-1',
      deviceName: [{ name: 'Máy đo huyết áp', type: 'user-friendly-name' }],
      type: { coding: [{ code: 'BEURER_BPM' }] },
      identifier: [
        { system: 'https://phr.example/sid/mac', value: mac },
        { system: 'https://phr.example/sid/serial-number', value: 'BM57-1' },
      ],
    });
    const uses = await api.call(chau, 'GET', `/fhir/Device/${String(data['id'])}/DeviceUseStatement`);
    expect(uses.body).toMatchObject({ total: 1 });
    expect((await api.call(chau, 'POST', '/api/phr/device', meter(mac))).body).toMatchObject({
      code: 'ALREADY_PAIRED',
      httpStatus: 409,
      source: 'PHR_API',
    });
    expect(
      (await api.call(stranger, 'POST', '/api/phr/device', meter(mac, { patientId: stranger.patient }))).status,
    ).toBe(200);
    const race = newMac();
    const answers = await Promise.all([1, 2, 3].map(() => api.call(chau, 'POST', '/api/phr/device', meter(race))));
    expect(answers.map((one) => one.status).toSorted()).toEqual([200, 409, 409]);
  });

  test('[CALL-28][DEV-10][DEV-11] keeps changed settings; refuses duplicate reminders, a 25th and firmware', async () => {
    const { data } = await api.call(chau, 'POST', '/api/phr/device', hub(newMac(), { properties: { NOTY_MODE: '1' } }));
    const put = (properties: object, more: object = {}) =>
      api.call(chau, 'PUT', '/api/phr/device', {
        id: data['id'],
        patientId: chau.patient,
        name: 'Bộ thu phòng khách',
        type: 'ONE_HUB',
        properties,
        ...more,
      });
    const at = (minutesOfDay: number) => ({ label: 'Đo huyết áp', minutesOfDay });
    const changed = await put({ REMINDERS: [at(450), at(1_170)], FW_URL: 'https://evil.test/fw' }, { usingMode: 1 });
    expect(changed.data).toMatchObject({ deviceName: [{ name: 'Bộ thu phòng khách' }] });
    expect(propertiesOf(changed.data)).toEqual({
      NOTY_MODE: '1',
      USING_MODE: '1',
      REMINDERS: JSON.stringify([at(450), at(1_170)]),
    });
    expect((await put({ REMINDERS: [at(450), at(450)] })).body).toMatchObject({
      code: 'DUPLICATE_REMINDER',
      httpStatus: 409,
    });
    const many = (count: number) => Array.from({ length: count }, (_, index) => at(index * 10));
    expect((await put({ REMINDERS: many(25) })).body).toMatchObject({ code: 'REMINDER_LIMIT', httpStatus: 422 });
    expect((await put({ REMINDERS: many(24) })).status).toBe(200);
    expect((await put({ REMINDERS: [at(1_440)] })).status).toBe(422);
    // the mac was not sent again and stays; another one is another hub
    expect(JSON.stringify(changed.data['identifier'])).toContain('/sid/mac');
    expect((await put({}, { mac: newMac() })).body).toMatchObject({
      code: 'FORM_INPUT_INVALID',
      detail: { message: 'mac' },
    });
    expect((await put({}, { type: 'MDV' })).body).toMatchObject({
      code: 'FORM_INPUT_INVALID',
      detail: { message: 'type' },
    });
  });

  test('[CALL-29] a meter is paired through the patient’s own hub only, and [CALL-30] goes with it', async () => {
    const hubMac = newMac();
    const own = (await api.call(chau, 'POST', '/api/phr/device', hub(hubMac))).data;
    await provisionHub(backend.platform.db, hubMac);
    const through = (more: object = {}) => ({
      ...meter(newMac(), { type: 'CARESENS_BGM', funcType: 'BMS-G' }),
      parent: { id: own['id'], mac: hubMac, type: 'ONE_HUB' },
      ...more,
    });
    // an unproven hub lets no meter in
    expect((await api.call(chau, 'POST', '/api/phr/device/hub-ble', through())).body).toMatchObject({
      code: 'FORM_INPUT_INVALID',
      detail: { message: 'parent.mac' },
    });
    await assignHub(backend.platform.db, hubMac, { id: String(own['id']), patientId: chau.patient });
    const paired = await api.call(chau, 'POST', '/api/phr/device/hub-ble', through());
    expect(paired.data).toMatchObject({
      parent: { reference: `Device/${String(own['id'])}`, display: 'Bộ thu' },
      type: { coding: [{ code: 'CARESENS_BGM' }, { code: 'BMS-G' }, { code: 'BLE' }] },
    });
    // a new name removes nothing else: neither function nor technology nor the hub
    const renamed = await api.call(chau, 'PUT', '/api/phr/device', {
      id: paired.data['id'],
      patientId: chau.patient,
      name: 'Máy của mẹ',
      type: 'CARESENS_BGM',
    });
    expect(renamed.data).toMatchObject({
      deviceName: [{ name: 'Máy của mẹ' }],
      type: paired.data['type'],
      parent: paired.data['parent'],
      identifier: paired.data['identifier'],
    });
    expect(
      (
        await api.call(
          chau,
          'POST',
          '/api/phr/device/hub-ble',
          through({ parent: { id: own['id'], mac: newMac(), type: 'ONE_HUB' } }),
        )
      ).status,
    ).toBe(422);
    expect(
      (await api.call(stranger, 'POST', '/api/phr/device/hub-ble', { ...through(), patientId: stranger.patient }))
        .status,
    ).toBe(403);
    expect((await api.call(chau, 'POST', '/api/phr/device/hub-ble', meter(newMac()))).status).toBe(422);

    expect((await api.call(stranger, 'DELETE', `/api/phr/device/${String(own['id'])}`)).status).toBe(403);
    for (const _sent of ['once', 'again after a cut'])
      expect(await api.call(chau, 'DELETE', `/api/phr/device/${String(own['id'])}`)).toMatchObject({
        status: 200,
        data: { id: own['id'] },
      });
    expect((await api.list(chau, 'Device')).map((one) => one['id'])).not.toContain(paired.data['id']);
    expect(await backend.platform.db.query('select owner_device_id from hub where mac = $1', [hubMac])).toEqual([
      { owner_device_id: null },
    ]);
    // a deleted pairing frees the device
    expect((await api.call(chau, 'POST', '/api/phr/device', hub(hubMac))).status).toBe(200);
  });

  test('[BACK-10] nobody pairs or changes for a stranger', async () => {
    const { data } = await api.call(chau, 'POST', '/api/phr/device', meter(newMac()));
    expect((await api.call(stranger, 'POST', '/api/phr/device', meter(newMac()))).status).toBe(403);
    for (const patientId of [chau.patient, stranger.patient]) {
      expect(
        (await api.call(stranger, 'PUT', '/api/phr/device', { ...meter(newMac()), id: data['id'], patientId })).status,
      ).toBe(403);
    }
    const own = (await api.call(chau, 'POST', '/api/phr/device', hub(newMac()))).data['id'];
    for (const [method, path, body] of [
      ['GET', ''],
      ['POST', '', {}],
      ['POST', '/code', { code: '123456' }],
    ] as const) {
      expect((await api.call(stranger, method, `/api/phr/hub/${String(own)}/pairing${path}`, body)).status).toBe(403);
    }
    expect((await api.call(chau, 'POST', `/api/phr/hub/${String(data['id'])}/pairing`, {})).body).toMatchObject({
      code: 'FORM_INPUT_INVALID',
      detail: { message: 'deviceId' },
    });
  });
});

test('[CALL-25][CALL-26] a measure session runs once for a device and ends', async () => {
  const { data } = await api.call(chau, 'POST', '/api/phr/device', meter(newMac()));
  const body = { patientId: chau.patient, deviceId: data['id'], socketId: 'socket-1' };
  const start = (who: Person, more: object = {}) =>
    api.call(who, 'POST', '/api/phr/health-sign-monitor/start-session', { ...body, ...more });
  const end = () => api.call(chau, 'POST', '/api/phr/health-sign-monitor/end-session', body);
  expect((await start(stranger)).status).toBe(403);
  expect((await start(stranger, { patientId: stranger.patient })).status).toBe(403);
  const started = await start(chau);
  expect(started.data).toMatchObject({ mac: expect.stringMatching(/^5C:/) as string, minsTimeout: 10 });
  expect(Date.parse(String(started.data['startedAt']))).toBeGreaterThan(Date.now() - 60_000);
  expect((await start(chau)).body).toMatchObject({ code: 'SESSION_RUNNING', httpStatus: 409 });
  expect((await end()).data).toEqual({ ended: true });
  expect((await end()).body).toMatchObject({ code: 'NOT_FOUND', httpStatus: 404 });
});

describe('configuration of screens', () => {
  const english = { 'accept-language': 'en-US' };

  test('[CALL-31] forms for results without a screen of their own, in the caller’s language', async () => {
    const forms = (await api.call(chau, 'GET', '/api/phr/phrObservationDynamicForm/listConfig')).body['data'] as Json[];
    expect(forms.map((form) => [form['code'], form['category'], form['title']])).toContainEqual([
      'chest-xray',
      'imaging',
      'X-quang ngực',
    ]);
    const [test] = (
      (await api.call(chau, 'GET', '/api/phr/phrObservationDynamicForm/listConfig', undefined, english)).body[
        'data'
      ] as { code: string; fields: { type: string; options?: { display: string }[] }[] }[]
    ).filter(({ code }) => code === '94558-4');
    expect(test?.fields.find(({ type }) => type === 'choice')?.options?.map(({ display }) => display)).toEqual([
      'Negative',
      'Positive',
    ]);
  });

  test('[CALL-32] [OBS-05] [OBS-06] lists vital signs by code, others by category; refuses unknown types', async () => {
    const get = (query: string) =>
      api.call(chau, 'GET', `/api/phr/observationComponentViewConfig${query}`, undefined, english);
    const vitals = (await get('')).body['data'] as {
      storeKey: string;
      title: string;
      codes: string[];
      charts: { unit: string; referenceRanges: { low?: number; high?: number; color: string }[] }[];
    }[];
    const spo2 = vitals.find(({ storeKey }) => storeKey === 'spo2s');
    expect(spo2).toMatchObject({ title: 'SpO2', codes: ['2708-6', '59408-5', '103228002', '20564-1', '150456'] });
    expect(spo2?.charts[0]?.referenceRanges.map(({ low, high, color }) => [low, high, color])).toEqual([
      // from 92 down urgent help is advised, which no milder colour may hide
      [undefined, 92, 'veryDangerous'],
      [92, 95, 'mild'],
      [95, 98, 'veryMild'],
      [98, undefined, 'target'],
    ]);
    const pressure = vitals.find(({ storeKey }) => storeKey === 'bloodPressures');
    expect(pressure).toEqual({
      storeKey: 'bloodPressures',
      title: 'Blood pressure',
      icon: 'bloodPressures',
      codes: expect.arrayContaining(['85354-9']),
      charts: [expect.anything(), expect.anything()],
    });
    expect(pressure?.charts[0]).toEqual({
      type: 'line',
      designation: 'Systolic',
      description: 'Reference ranges are for adults',
      group: 'bloodPressures',
      unit: 'mmHg',
      referenceRanges: expect.arrayContaining([{ low: 140, high: 160, text: 'Dangerous', color: 'dangerous' }]),
    });
    expect(((await get('?type=laboratory')).body['data'] as Json[]).map((one) => one['storeKey'])).toContain(
      'blood-formula',
    );
    expect((await get('?type=unknown')).status).toBe(422);
  });
});

/** Grey values of a PNG of one bit a pixel, as an RGBA picture for the decoder. */
function pictureOf(png: Buffer): { width: number; height: number; data: Uint8Array } {
  const side = png.readUInt32BE(16);
  const pixels = inflateSync(png.subarray(png.indexOf('IDAT') + 4, png.indexOf('IEND') - 8));
  const data = new Uint8Array(side * side * 4).fill(255);
  for (let y = 0; y < side; y += 1) {
    for (let x = 0; x < side; x += 1) {
      const byte = pixels[y * (1 + Math.ceil(side / 8)) + 1 + (x >> 3)] ?? 0;
      data.fill((byte & (0x80 >> (x & 7))) === 0 ? 0 : 255, (y * side + x) * 4, (y * side + x) * 4 + 3);
    }
  }
  return { width: side, height: side, data };
}

test('[CALL-13] the personal QR code names the patient for five minutes, and only they can make it', async () => {
  const { data } = await api.call(chau, 'GET', `/api/phr/qr/generator/pid/${chau.patient}`);
  expect(data['pid']).toMatch(/^[A-Z0-9]{9}$/);
  const picture = Buffer.from(String(data['image']).replace('data:image/png;base64,', ''), 'base64');
  expect(decodeQR(pictureOf(picture))).toBe(data['content']);
  const left = Date.parse(String(data['expiresAt'])) - Date.now();
  expect(left).toBeGreaterThan(240_000);
  expect(left).toBeLessThanOrEqual(300_000);
  const link = String(data['content']).replace(backend.urls.shell, '');
  expect((await api.call(undefined, 'GET', link)).data).toEqual({ pid: data['pid'] });
  expect((await api.call(undefined, 'GET', `${link.slice(0, -3)}AAA`)).status).toBe(403);
  expect((await api.call(stranger, 'GET', `/api/phr/qr/generator/pid/${chau.patient}`)).status).toBe(403);
});

describe('invitations', () => {
  let hospital: string;
  beforeAll(async () => {
    hospital = await api.store({ resourceType: 'Organization', name: 'Bệnh viện Sao Mai', active: true });
    await backend.platform.db.query(
      `insert into referral (code, name, hospital_id, kind, schedule_code, ends_at) values ('MOI', 'BS Dương', $1, 1, 'TIM-SANG', null), ('CU', 'x', $1, 0, null, now())`,
      [hospital],
    );
  });
  const quick = (phone: string, more: object = {}, headers: Record<string, string> = {}) =>
    api.call(
      undefined,
      'POST',
      '/api/ano/phr/auth/quick-encounter',
      {
        fullName: 'Phạm Thu Hà',
        userName: phone,
        phoneNumber: phone,
        password: 'cầu thang 2026',
        code: 'MOI',
        ...more,
      },
      headers,
    );

  test('[CALL-09] a code says who invites; unknown and ended ones do not', async () => {
    const { data } = await api.call(undefined, 'GET', '/api/ano/phr/auth/referral?code=moi&scheduleCode=TIM-SANG');
    expect(data).toMatchObject({
      id: 'MOI',
      code: 'MOI',
      name: 'BS Dương',
      hospitalId: hospital,
      type: 1,
      scheduleCode: 'TIM-SANG',
      uploadToken: expect.any(String) as string,
    });
    for (const query of ['code=none', 'code=CU', 'code=MOI&scheduleCode=OTHER']) {
      expect((await api.call(undefined, 'GET', `/api/ano/phr/auth/referral?${query}`)).body).toMatchObject({
        code: 'INVALID_REFERRAL',
        httpStatus: 404,
        source: 'PHR_API',
      });
    }
  });

  test('[CALL-10] a quick sign-up makes the account, sends the code, and with a birth date opens the record', async () => {
    const phone = newPhone();
    const { status, data } = await quick(phone, {
      birthDate: '1990-05-06',
      encounterType: 'F0H',
      scheduleCode: 'TIM-SANG',
      enrollmentCode: 'bsgd',
      orgCode: 'SAO-MAI',
    });
    expect(status).toBe(200);
    expect(data).toMatchObject({
      userName: phone,
      phoneNumber: `84${phone.slice(1)}`,
      otpId: expect.any(String) as string,
    });
    expect(await lastCode(backend.config, phone)).toMatch(/^\d{6}$/);
    expect(await api.read('Encounter', String(data['encounterId']))).toMatchObject({
      class: { code: 'F0H' },
      status: 'arrived',
      serviceProvider: { reference: `Organization/${hospital}` },
      // nothing of the invitation is lost
      identifier: [
        ['referral', 'MOI'],
        ['schedule', 'TIM-SANG'],
        ['enrollment', 'BSGD'],
        ['organization', 'SAO-MAI'],
      ].map(([kind, value]) => ({ system: `https://phr.example/sid/${kind}-code`, value })),
    });
    expect(
      await backend.platform.db.query('select birth_date::text, referral_code from account where user_name = $1', [
        phone,
      ]),
    ).toEqual([{ birth_date: '1990-05-06', referral_code: 'MOI' }]);
    // a common password is refused in the caller's language
    expect((await quick(newPhone(), { password: '123456' }, { 'accept-language': 'vi-VN' })).body).toMatchObject({
      code: 'FORM_INPUT_INVALID',
      message: 'Mật khẩu này quá dễ đoán. Vui lòng chọn mật khẩu khác.',
      detail: { message: 'password' },
    });

    // the form sent again makes no second account
    const [again, key] = [newPhone(), { 'idempotency-key': crypto.randomUUID() }];
    const [once, twice] = [await quick(again, {}, key), await quick(again, {}, key)];
    expect([twice.data['id'], twice.data['otpId']]).toEqual([once.data['id'], once.data['otpId']]);
    const plain = await quick(newPhone());
    expect(plain.data['encounterId']).toBeUndefined();
    expect((await quick(newPhone(), { code: 'none' })).body).toMatchObject({ code: 'INVALID_REFERRAL' });
    expect((await quick('123')).body).toMatchObject({ code: 'InvalidPhoneNumber' });
  });

  test('[CALL-10] when no code can be sent, nothing of the sign-up stays and the same form can be sent again', async () => {
    const { db } = backend.platform;
    const phone = newPhone();
    const key = { 'idempotency-key': crypto.randomUUID() };
    const counts = async () =>
      (
        await db.query(
          'select (select count(*)::int from account) as accounts, (select count(*)::int from fhir_history) as versions, (select count(*)::int from access) as rights, (select count(*)::int from one_time_code) as codes, (select count(*)::int from idempotency) as keys',
        )
      )[0];
    const before = await counts();
    // nine codes were sent to that number this hour for other purposes: no further message is sent
    const number = `name:${createHash('sha256').update(phone).digest('base64url')}`;
    const filler = await db.query<{ id: string }>(
      "insert into one_time_code (id, subject, requester, number_hash, purpose, code_hash, expires_at) select gen_random_uuid()::text, $1, 'network:' || n, $1, 'phone', 'x', now() from generate_series(1, 9) as n returning id",
      [number],
    );
    const refused = await quick(phone, { birthDate: '1990-05-06' }, key);
    expect([refused.status, refused.body['code']]).toEqual([429, 'OTP_LIMIT']);
    await db.query('delete from one_time_code where id = any($1::text[])', [filler.map(({ id }) => id)]);
    expect(await counts()).toEqual(before);
    expect((await quick(phone, { birthDate: '1990-05-06' }, key)).status).toBe(200);
  });

  test('[CALL-10] sends the message after storing all it is about; a failed sending leaves nothing behind', async () => {
    const { platform, accounts, repository } = backend;
    const { db, config } = platform;
    const app = Fastify();
    const sent: { readonly isStored: boolean }[] = [];
    const phone = newPhone();
    let isAway = true;
    const sender = {
      async send() {
        // visible to another connection: no transaction is open around the sending
        sent.push({ isStored: (await db.query('select from account where user_name = $1', [phone])).length === 1 });
        if (isAway) throw new ServerError('UNAVAILABLE', 'The gateway is away');
      },
    };
    registerReferral(
      app,
      { ...platform, counts: countsOfProcess() },
      {
        accounts,
        repository,
        codes: createOneTimeCodes(db, sender, config.secrets, config.limits, accounts),
        uploads: createSignedTokens('k'.repeat(40), 'upload'),
      },
    );
    const send = () =>
      app.inject({
        method: 'POST',
        url: '/api/ano/phr/auth/quick-encounter',
        headers: { 'idempotency-key': 'a-form-of-an-invitation' },
        payload: {
          fullName: 'Phạm Thu Hà',
          userName: phone,
          phoneNumber: phone,
          password: 'cầu thang 2026',
          code: 'MOI',
          birthDate: '1990-05-06',
        },
      });
    const counts = async () =>
      (
        await db.query(
          'select (select count(*)::int from account) as accounts, (select count(*)::int from fhir_history) as versions, (select count(*)::int from access) as rights, (select count(*)::int from one_time_code) as codes, (select count(*)::int from idempotency) as keys',
        )
      )[0];
    const before = await counts();
    expect((await send()).statusCode).toBe(503);
    expect(await counts()).toEqual(before);
    isAway = false;
    const [first, again] = [await send(), await send()];
    expect([first.statusCode, again.body]).toEqual([
      200,
      expect.stringContaining(String((first.json() as { data: Json }).data['encounterId'])),
    ]);
    expect(sent).toEqual([{ isStored: true }, { isStored: true }]);
    await app.close();
  });

  test('[CALL-10] when the record cannot be opened, the account goes with it', async () => {
    await backend.platform.db.query(
      `insert into referral (code, name, hospital_id, kind, schedule_code, ends_at) values ('LOI', 'x', 'no-such-hospital', 0, null, null)`,
    );
    const phone = newPhone();
    expect((await quick(phone, { code: 'LOI', birthDate: '1990-05-06' })).status).toBe(404);
    expect((await quick(phone, { birthDate: '1990-05-06' })).status).toBe(200);
  });

  test("[CALL-34] an invitation's token uploads a file under the anonymous prefix only, replacing none", async () => {
    const { data } = await api.call(undefined, 'GET', '/api/ano/phr/auth/referral?code=MOI');
    const ask = (key: string, token = String(data['uploadToken'])) =>
      api.call(undefined, 'POST', '/api/ano/phr/storage/get-presigned-url-for-upload', { key, token });
    const key = `anonymous/${crypto.randomUUID()}.png`;
    const [address, second] = [String((await ask(key)).body['data']), String((await ask(key)).body['data'])];
    const put = async (to: string, last: number) =>
      (
        await fetch(to, {
          method: 'PUT',
          body: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, ...Array(200).keys(), last]),
        })
      ).status;
    expect([await put(address, 1), await put(second, 2), await put(address, 3)]).toEqual([200, 403, 403]);
    expect((await readFile(path.join(backend.config.dataDir, 'storage/files', key))).at(-1)).toBe(1);
    expect((await ask(key)).status).toBe(403);
    // a sign-up's token works as well, and both are valid for a quarter of an hour
    const phone = newPhone();
    const signedUp = await api.call(undefined, 'POST', '/api/ano/phr/auth/sign-up', {
      fullName: 'Phạm Thu Hà',
      userName: phone,
      phoneNumber: phone,
      password: 'cầu thang 2026',
    });
    expect((await ask(`anonymous/${crypto.randomUUID()}.pdf`, String(signedUp.data['uploadToken']))).status).toBe(200);
    const aged = (seconds: number) =>
      createSignedTokens(backend.config.secrets.filesKey, 'upload').make(
        { for: 'MOI' },
        UPLOAD_TOKEN_SECONDS,
        Date.now() - seconds * 1_000,
      );
    expect([
      (await ask(`anonymous/${crypto.randomUUID()}.png`, aged(840))).status,
      (await ask(`anonymous/${crypto.randomUUID()}.png`, aged(901))).body,
    ]).toEqual([200, expect.objectContaining({ code: 'ACCESS_DENIED', httpStatus: 403, source: 'PHR_API' })]);
    // a token for another purpose is invalid
    expect(
      (
        await ask(
          `anonymous/${crypto.randomUUID()}.png`,
          createSignedTokens(backend.config.secrets.filesKey, 'qr').make({ for: 'MOI' }, 900),
        )
      ).status,
    ).toBe(403);
    // this kind of URL does not allow reading the uploaded file
    expect((await fetch(address)).status).toBe(403);
    expect((await ask(`${chau.patient}/${crypto.randomUUID()}.png`)).body).toMatchObject({
      code: 'ACCESS_DENIED',
      httpStatus: 403,
    });
    expect((await ask(`anonymous/${crypto.randomUUID()}.png`, 'made.up')).status).toBe(403);
    expect((await ask('anonymous/name.png')).status).toBe(422);
    expect((await ask(`anonymous/${crypto.randomUUID()}.exe`)).body).toMatchObject({
      code: 'FILE_TYPE',
      httpStatus: 415,
    });
  });
});
