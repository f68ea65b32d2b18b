import { AppError } from '@phr/contract/app-error';
import type { ServiceRequest } from '@phr/contract/host-api';
import { createPatientApi, idIn, type PatientApi, type PatientDetails, toPatient, toUserInfo } from './patient.api.ts';
import { type AccountIds, createPatients } from './patient.model.ts';

const main: PatientDetails = {
  id: 'main',
  name: 'TRẦN MINH CHÂU',
  birthDate: '1985-03-14',
  relationship: 'ONESELF',
  relatedPersonIds: ['rp1'],
};
const mother: PatientDetails = {
  id: 'mother',
  name: 'NGUYỄN THỊ ÁNH',
  birthDate: '1958-06-02',
  relationship: 'NMTH',
  relatedPersonIds: [],
};
const people = (...ids: readonly string[]) => ids.map((id) => ({ id, name: id.toUpperCase() }));
const fail = (httpStatus: number) => async () => {
  throw new AppError({ httpStatus, code: String(httpStatus) });
};
const api = (changes: Partial<PatientApi> = {}): PatientApi => ({
  userInfo: async () => ({ sub: 'u1', preferredUsername: '0901234567', boxUser: 'box', phoneNumberVerified: true }),
  mainPatientId: async () => 'main',
  patient: async (id, relationship) => ({ ...(id === 'main' ? main : mother), relationship }),
  familyOf: async () => people('main', 'mother'),
  rights: async () => new Map(),
  relatedPerson: async () => ({ patientId: 'mother', relationship: 'NMTH' }),
  ...changes,
});

function setUp(changes: Partial<PatientApi> = {}) {
  const remembered = new Map<string, string>();
  let account: AccountIds | undefined;
  const make = (more: Partial<PatientApi> = changes) =>
    createPatients({
      api: api(more),
      memory: {
        recall: (id) => remembered.get(id),
        remember: (id, viewed) => {
          remembered.set(id, viewed);
        },
        recallAccount: () => account,
        rememberAccount: (ids) => {
          account = ids;
        },
      },
    });
  return { patients: make(), make, remembered };
}

test('[FAM-01] loads the main patient and the family with their relations', async () => {
  const { patients } = setUp();
  await patients.load();
  expect(patients.state.get().status).toBe('ready');
  expect(patients.context.get()).toMatchObject({
    main: { id: 'main' },
    viewed: { id: 'main' },
    family: [
      { id: 'main', relationship: 'ONESELF' },
      { id: 'mother', relationship: 'NMTH' },
    ],
  });
  expect(patients.user.get()).toMatchObject({ userName: '0901234567', phoneNumberVerified: true });
});

test('[FAM-06] what a patient is linked to by see-also is fetched, and the records behind it', async () => {
  const asked: string[] = [];
  const { patients } = setUp({
    relatedPerson: async (id) => {
      asked.push(`RelatedPerson/${id}`);
      return { patientId: 'mother', relationship: 'NMTH' };
    },
    patient: async (id, relationship) => {
      asked.push(`Patient/${id} ${relationship}`);
      return { ...(id === 'main' ? main : mother), relationship };
    },
  });
  await patients.load();
  expect(asked).toEqual(['Patient/main ONESELF', 'RelatedPerson/rp1', 'Patient/mother NMTH']);
});

test('[FAM-01] [FAM-03] a switch changes the viewed person, keeps the main one and raises the epoch', async () => {
  const { patients } = setUp();
  await patients.load();
  const { epoch } = patients.context.get();
  patients.view('mother');
  expect(patients.context.get()).toMatchObject({ epoch: epoch + 1, main: { id: 'main' }, viewed: { id: 'mother' } });
  patients.view('mother');
  expect(patients.context.get().epoch).toBe(epoch + 1);
});

test('[FAM-02] the viewed person is remembered per main patient', async () => {
  const { patients, make, remembered } = setUp();
  await patients.load();
  patients.view('mother');
  expect([...remembered]).toEqual([['main', 'mother']]);
  const again = make();
  await again.load();
  expect(again.context.get().viewed?.id).toBe('mother');
});

test('[FAM-02] somebody who left the family is not viewed any more', async () => {
  const { make, remembered } = setUp();
  remembered.set('main', 'stranger');
  const patients = make();
  await patients.load();
  expect(patients.context.get().viewed?.id).toBe('main');
  patients.view('stranger');
  expect(patients.context.get().viewed?.id).toBe('main');
});

test.each([401, 403, 404])('[AUTH-24] user info with %i means that there is no profile', async (status) => {
  const { patients } = setUp({ userInfo: fail(status) });
  await patients.load();
  expect(patients.state.get().status).toBe('missing');
});

test.each([404, 410])('[AUTH-25] a main patient with %i means that there is no profile', async (status) => {
  const { patients } = setUp({ patient: fail(status) });
  await patients.load();
  expect(patients.state.get().status).toBe('missing');
});

test.each([0, 429, 500, 503])('[AUTH-24] [AUTH-25] %i is a fault, never a missing profile', async (status) => {
  for (const changes of [{ userInfo: fail(status) }, { mainPatientId: fail(status) }, { patient: fail(status) }]) {
    const { patients } = setUp(changes);
    await patients.load();
    expect(patients.state.get()).toMatchObject({ status: 'failed', error: { httpStatus: status } });
  }
});

test('[ERR-19] another try clears the error', async () => {
  let down = true;
  const { patients } = setUp({
    userInfo: async () => {
      if (down) throw new AppError({ httpStatus: 503 });
      return api().userInfo();
    },
  });
  await patients.load();
  expect(patients.state.get().error).toBeDefined();
  down = false;
  await patients.load();
  expect(patients.state.get()).toMatchObject({ status: 'ready' });
  expect(patients.state.get().error).toBeUndefined();
});

const RESETS = [
  ['user info', { userInfo: fail(401) }],
  ['the main patient', { patient: fail(404) }],
] as const;
test.each(RESETS)('[ERR-20] an error of before is gone when %s says that there is none', async (_what, failing) => {
  let isDown = true;
  const working = { ...api(), ...failing };
  const { patients } = setUp({
    ...failing,
    userInfo: async () => {
      if (isDown) throw new AppError({ httpStatus: 503 });
      return working.userInfo();
    },
  });
  await patients.load();
  expect(patients.state.get()).toMatchObject({ status: 'failed', error: { httpStatus: 503 } });
  isDown = false;
  await patients.load();
  expect(patients.state.get()).toEqual({ status: 'missing', details: [] });
});

test('an account without a patient has no profile', async () => {
  const { patients } = setUp({ mainPatientId: async () => undefined });
  await patients.load();
  expect(patients.state.get().status).toBe('missing');
});

test('a family that cannot be loaded leaves the main patient usable, and says so', async () => {
  const { patients } = setUp({ familyOf: fail(503) });
  await patients.load();
  expect(patients.state.get()).toMatchObject({ status: 'ready', family: 'failed' });
  expect(patients.context.get().family.map(({ id }) => id)).toEqual(['main']);
});

test("[FAM-01] the main patient's record opens before the family has arrived, and stays the same record", async () => {
  let arrive: (members: ReturnType<typeof people>) => void = () => undefined;
  const { patients } = setUp({
    familyOf: () =>
      new Promise((resolve) => {
        arrive = resolve;
      }),
  });
  const ready = new Promise<void>((resolve) => {
    patients.state.subscribe(() => {
      if (patients.state.get().status === 'ready') resolve();
    });
  });
  const loaded = patients.load();
  await ready;
  const { epoch } = patients.context.get();
  expect(patients.state.get()).toMatchObject({ family: 'loading' });
  expect(patients.context.get().viewed?.id).toBe('main');
  arrive(people('main', 'mother'));
  await loaded;
  expect(patients.context.get()).toMatchObject({ epoch, viewed: { id: 'main' } });
  expect(patients.state.get().family).toBeUndefined();
});

test('[FAM-02] whoever was viewing somebody else never sees the main record in between', async () => {
  const { make, remembered } = setUp();
  remembered.set('main', 'mother');
  const patients = make();
  const viewed: (string | undefined)[] = [];
  patients.context.subscribe(() => viewed.push(patients.context.get().viewed?.id));
  await patients.load();
  expect(viewed).toEqual(['mother']);
});

test('[FAM-09] a reload shows what was changed, with the record on screen staying there', async () => {
  let members = ['main'];
  const { patients } = setUp({ familyOf: async () => people(...members) });
  await patients.load();
  const { epoch } = patients.context.get();
  const statuses: string[] = [];
  patients.state.subscribe(() => statuses.push(patients.state.get().status));
  members = ['main', 'mother'];
  await patients.reload();
  expect(patients.context.get()).toMatchObject({
    epoch,
    viewed: { id: 'main' },
    family: [{ id: 'main' }, { id: 'mother' }],
  });
  expect(patients.state.get().details[1]).toMatchObject({ id: 'mother', relatedPersonId: 'rp1' });
  expect(new Set(statuses)).toEqual(new Set(['ready']));
});

test('[FAM-10] who was removed while on screen gives way to the main patient, for good', async () => {
  let members = ['main', 'mother'];
  const { patients, remembered } = setUp({ familyOf: async () => people(...members) });
  await patients.load();
  patients.view('mother');
  members = ['main'];
  await patients.reload();
  expect(patients.context.get()).toMatchObject({ viewed: { id: 'main' }, family: [{ id: 'main' }] });
  expect(remembered.get('main')).toBe('main');
});

test('a reload that fails leaves what was there, and says that the family is not the newest', async () => {
  let down = false;
  const { patients } = setUp({
    familyOf: async () => {
      if (down) throw new AppError({ httpStatus: 503 });
      return people('main', 'mother');
    },
  });
  await patients.load();
  down = true;
  await patients.reload();
  expect(patients.state.get()).toMatchObject({
    status: 'ready',
    family: 'failed',
    details: [{ id: 'main' }, { id: 'mother' }],
  });
});

test('a reload that starts during a load reads again after it', async () => {
  let calls = 0;
  const { patients } = setUp({
    userInfo: async () => {
      calls += 1;
      return api().userInfo();
    },
  });
  await Promise.all([patients.load(), patients.reload()]);
  expect(calls).toBe(2);
});

test('two loads at once are one', async () => {
  let calls = 0;
  const { patients } = setUp({
    userInfo: async () => {
      calls += 1;
      return api().userInfo();
    },
  });
  await Promise.all([patients.load(), patients.load()]);
  expect(calls).toBe(1);
});

test("[AUTH-22] reads the identity service's user info, as sent and in camel case", () => {
  const expected = {
    sub: 's',
    preferredUsername: '0901234567',
    boxUser: 'b',
    phoneNumberVerified: true,
    email: 'a@b.test',
  };
  expect(
    toUserInfo({
      sub: 's',
      preferred_username: '0901234567',
      box_user: 'b',
      phone_number_verified: true,
      email: 'a@b.test',
    }),
  ).toEqual(expected);
  expect(
    toUserInfo({
      sub: 's',
      preferredUsername: '0901234567',
      boxUser: 'b',
      phoneNumberVerified: true,
      email: 'a@b.test',
    }),
  ).toEqual(expected);
  expect(toUserInfo({})).toBeUndefined();
  for (const verified of [false, undefined])
    expect(toUserInfo({ sub: 's', phone_number_verified: verified })).toEqual({
      sub: 's',
      preferredUsername: '',
      boxUser: '',
      phoneNumberVerified: false,
    });
});

test('[PROF-20] the code on screen is that of the records, whichever way its kind is told', () => {
  const pi = { system: 'https://phr.example/sid/pi', value: 'ab12cd34e' };
  expect(toPatient({ id: 'x', identifier: [pi] }, '')?.code).toBe('AB12CD34E');
  expect(
    toPatient({ id: 'x', identifier: [pi, { type: { coding: [{ code: 'MA' }] }, value: 'sm-1' }] }, '')?.code,
  ).toBe('SM-1');
  expect(toPatient({ id: 'x-1' }, '')?.code).toBe('X-1');
});

test('[PROF-28] reads a patient, whatever is missing; links of type seealso name RelatedPersons', () => {
  expect(
    toPatient(
      {
        id: 'x',
        name: [{ given: ['VĂN'], family: 'AN' }],
        gender: 'strange',
        identifier: [{ type: { coding: [{ code: 'PI' }] }, value: 'ab1' }],
        link: [
          { type: 'seealso', other: { reference: 'RelatedPerson/7' } },
          { type: 'refer', other: { reference: 'Patient/8' } },
        ],
      },
      'SON',
    ),
  ).toEqual({
    id: 'x',
    name: 'VĂN AN',
    relationship: 'SON',
    code: 'AB1',
    hasContact: false,
    relatedPersonIds: ['7'],
  });
  expect(toPatient({ name: [] }, '')).toBeUndefined();
  expect(idIn('https://f.test/fhir/Patient/42', 'Patient')).toBe('42');
  expect(idIn('Group/42', 'Patient')).toBeUndefined();
});

test('[CALL-01, CALL-54, CALL-56] makes the calls of the catalogue', async () => {
  const sent: string[] = [];
  const send = async ({ service, method, path, query }: ServiceRequest) => {
    sent.push(
      `${method} ${service} ${path}${query === undefined ? '' : `?${new URLSearchParams(query as Record<string, string>)}`}`,
    );
    return { status: 200, body: {}, receivedAt: '' };
  };
  const made = createPatientApi({ send }, async () => 'https://id.test/connect/userinfo', { send });
  await made.userInfo();
  await made.mainPatientId('box');
  await made.patient('p', 'ONESELF');
  await made.familyOf('p');
  await made.relatedPerson('r');
  expect(sent).toEqual([
    'GET identity https://id.test/connect/userinfo',
    'GET fhir /User/box',
    'GET fhir /Patient/p',
    'GET fhir /Patient/p/Group?type=person&code=FAMILY&_count=1',
    'GET fhir /RelatedPerson/r',
  ]);
});

test('[FAM-14] [FAM-15] the family is the FAMILY person group; a related person says whose record it is', async () => {
  const asked: ServiceRequest[] = [];
  const send = async (request: ServiceRequest) => {
    asked.push(request);
    const body = request.path.startsWith('/RelatedPerson')
      ? {
          resourceType: 'RelatedPerson',
          id: 'rp1',
          patient: { reference: 'Patient/mother' },
          relationship: [{ coding: [{ code: 'NMTH' }] }],
        }
      : {
          resourceType: 'Bundle',
          entry: [
            {
              resource: {
                resourceType: 'Group',
                type: 'person',
                code: { coding: [{ code: 'FAMILY' }] },
                member: [
                  { entity: { reference: 'Patient/main' } },
                  { entity: { reference: 'Patient/mother', display: 'NGUYỄN THỊ ÁNH' } },
                  { entity: { reference: 'Patient/gone' }, inactive: true },
                ],
              },
            },
          ],
        };
    return { status: 200, body, receivedAt: '' };
  };
  const calls = createPatientApi({ send }, async () => '', { send });
  await expect(calls.familyOf('main')).resolves.toEqual([{ id: 'main' }, { id: 'mother', name: 'NGUYỄN THỊ ÁNH' }]);
  expect(asked[0]).toMatchObject({ path: '/Patient/main/Group', query: { type: 'person', code: 'FAMILY' } });
  await expect(calls.relatedPerson('rp1')).resolves.toEqual({ patientId: 'mother', relationship: 'NMTH' });
});

test.each([403, 404, 410])(
  'a member whose record answers %i is named as closed and hides nobody else',
  async (status) => {
    const grandmother = 'bà ngoại';
    const { patients } = setUp({
      familyOf: async () => [...people('main', 'mother'), { id: 'grandmother', name: grandmother }],
      patient: async (id, relationship) =>
        id === 'grandmother' ? fail(status)() : { ...(id === 'main' ? main : mother), relationship },
    });
    await patients.load();
    expect(patients.state.get()).toMatchObject({
      status: 'ready',
      details: [{ id: 'main' }, { id: 'mother' }],
      closed: [grandmother],
    });
    expect(patients.state.get().family).toBeUndefined();
  },
);

test('a related person that may not be read leaves the member without a relation, and the family there', async () => {
  const { patients } = setUp({ relatedPerson: fail(403) });
  await patients.load();
  expect(patients.state.get()).toMatchObject({
    status: 'ready',
    details: [{ id: 'main' }, { id: 'mother', relationship: '' }],
  });
});

test("a member comes with the account's rights; a service that gives none changes nothing", async () => {
  const endsAt = '2026-12-01T00:00:00Z';
  const { patients, make } = setUp({
    rights: async () => new Map([['mother', { mayWrite: false, openUntil: endsAt }]]),
  });
  await patients.load();
  expect(patients.state.get().details[1]).toMatchObject({ id: 'mother', mayWrite: false, openUntil: endsAt });
  patients.view('mother');
  expect(patients.context.get().viewed).toMatchObject({ id: 'mother', mayWrite: false });
  const silent = make({ rights: fail(404) });
  await silent.load();
  expect(silent.state.get()).toMatchObject({ status: 'ready', details: [{ id: 'main' }, { id: 'mother' }] });
  expect(silent.state.get().details[1]).not.toHaveProperty('mayWrite');
});

test('rights are read as the service gives them', async () => {
  const send = async () => ({
    status: 200,
    body: [
      { patientId: 'a', rights: 'write' },
      { patientId: 'b', rights: 'read', endsAt: '2026-12-01T00:00:00Z' },
      // a level unknown to this app, from a server that lists the actions
      { patientId: 'c', rights: 'manage', may: ['read', 'update', 'juggle'] },
      { rights: 'write' },
    ],
    receivedAt: '',
  });
  expect([...(await createPatientApi({ send }, async () => '', { send }).rights())]).toEqual([
    ['a', { mayWrite: true }],
    ['b', { mayWrite: false, openUntil: '2026-12-01T00:00:00Z' }],
    ['c', { may: ['read', 'update'], mayWrite: true }],
  ]);
});

test('[AUTH-24] of a known account user and patient are asked at once; another one sees nothing of the old', async () => {
  const { make } = setUp();
  await make().load();
  const calls: string[] = [];
  const traced = (box: string, mainId: string) =>
    make({
      userInfo: async () => {
        calls.push('userInfo');
        await new Promise((resolve) => setImmediate(resolve));
        calls.push('userInfo answered');
        return { sub: 'u1', preferredUsername: '', boxUser: box, phoneNumberVerified: true };
      },
      mainPatientId: async (boxUser) => {
        calls.push(`user ${boxUser}`);
        return mainId;
      },
      patient: async (id, relationship) => {
        calls.push(`patient ${id}`);
        return { ...main, id, relationship };
      },
      familyOf: async () => [],
    });
  const same = traced('box', 'main');
  await same.load();
  expect(calls).toEqual(['user box', 'patient main', 'patient mother', 'userInfo', 'userInfo answered']);
  expect(same.context.get().viewed?.id).toBe('main');
  // known before, no longer listed
  expect(same.state.get().details.map(({ id }) => id)).toEqual(['main']);

  calls.length = 0;
  const other = traced('box2', 'other');
  const seen: (string | undefined)[] = [];
  other.context.subscribe(() => seen.push(other.context.get().viewed?.id));
  await other.load();
  expect(calls.slice(-2)).toEqual(['user box2', 'patient other']);
  expect(new Set(seen)).toEqual(new Set(['other']));
});

test('[FAM-06] of a family that is known all are asked at once, and nobody twice', async () => {
  const { make } = setUp();
  await make().load();
  const calls: string[] = [];
  const trace = <Given extends readonly unknown[], Answer>(name: string, call: (...given: Given) => Answer) => {
    return (...given: Given) => {
      calls.push(`${name} ${given[0] ?? ''}`.trim());
      return call(...given);
    };
  };
  const real = api();
  const again = make({
    userInfo: async () => {
      await new Promise((resolve) => setImmediate(resolve));
      calls.push('account answered');
      return real.userInfo();
    },
    patient: trace('patient', real.patient),
    familyOf: trace('family', real.familyOf),
    relatedPerson: trace('related', real.relatedPerson),
    rights: trace('rights', real.rights),
  });
  await again.load();
  expect(calls).toEqual(['patient main', 'patient mother', 'family main', 'related rp1', 'rights', 'account answered']);
  expect(again.state.get().details).toMatchObject([
    { id: 'main', relationship: 'ONESELF' },
    { id: 'mother', relationship: 'NMTH', relatedPersonId: 'rp1' },
  ]);
});

test('[AUTH-24] what was asked ahead and failed is no failure of an account that needs it not', async () => {
  const { make } = setUp();
  await make().load();
  const moved = make({
    userInfo: async () => ({ sub: 'u1', preferredUsername: '', boxUser: 'box2', phoneNumberVerified: true }),
    mainPatientId: async (boxUser) =>
      boxUser === 'box2' ? 'other' : Promise.reject(new AppError({ httpStatus: 403 })),
    patient: async (id, relationship) =>
      id === 'other' ? { ...main, id, relationship } : Promise.reject(new AppError({ httpStatus: 403 })),
    familyOf: async () => [],
  });
  await moved.load();
  expect([moved.state.get().status, moved.context.get().viewed?.id]).toEqual(['ready', 'other']);
});
