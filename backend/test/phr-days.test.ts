import { statusExtensions } from '@phr/fhir/device-status';
import { verdictOf } from '@phr/fhir/judging';
import { goalsIn } from '@phr/fhir/judging-person';
import { observation as observationIn } from '@phr/fhir/observation';
import { sourceUri } from '@phr/fhir/source';
import * as plainDate from '@phr/time/plain-date';
import fc from 'fast-check';
import { SYSTEM_ACTOR } from '../src/fhir/actor.ts';
import { callerOf, type Json, type Person } from './service-caller.ts';
import { startTestBackend, type TestBackend } from './test-backend.ts';

let backend: TestBackend;
let people: ReturnType<typeof callerOf>;
beforeAll(async () => {
  backend = await startTestBackend();
  people = callerOf(backend);
});
afterAll(() => backend.stop());

const LOINC = 'http://loinc.org';
const coded = (...codes: string[]) => ({ coding: codes.map((code) => ({ system: LOINC, code })) });
const quantity = (value: number, code: string, more: object = {}) => ({
  value,
  unit: code,
  system: 'http://unitsofmeasure.org',
  code,
  ...more,
});
const observation = (who: Person, at: string, more: object) =>
  people.store({
    resourceType: 'Observation',
    status: 'final',
    subject: { reference: `Patient/${who.patient}` },
    performer: [{ reference: `Patient/${who.patient}` }],
    effectiveDateTime: at,
    ...more,
  });
const glucose = (who: Person, at: string, value: number, more: object = {}) =>
  observation(who, at, { code: coded('15074-8'), valueQuantity: quantity(value, 'mmol/L'), ...more });
const pressure = (who: Person, at: string, systolic: number, diastolic: number) =>
  observation(who, at, {
    code: { coding: [...coded('85354-9').coding, { system: 'http://snomed.info/sct', code: '75367002' }] },
    component: [
      { code: coded('8462-4'), valueQuantity: quantity(diastolic, 'mm[Hg]') },
      { code: coded('8480-6'), valueQuantity: quantity(systolic, 'mm[Hg]') },
    ],
  });
const daysOf = async (
  who: Person,
  of: Person,
  query: string,
): Promise<{ status: number; days: Json[]; body: Json }> => {
  const { status, body } = await people.call(who, 'GET', `/api/phr/observation/days?patientId=${of.patient}&${query}`);
  return { status, body, days: (body['data'] ?? []) as Json[] };
};
const WEEK = 'from=2026-03-01&to=2026-03-07';

test('[BACK-04] a day has count, extremes, mean, median, first, last and the levels of its readings', async () => {
  const chau = await people.newPatient();
  await glucose(chau, '2026-03-02T07:00:00+07:00', 5);
  await glucose(chau, '2026-03-02T12:00:00+07:00', 14.2);
  await glucose(chau, '2026-03-02T12:05:00+07:00', 5);
  await glucose(chau, '2026-03-02T20:00:00+07:00', 3.1);
  await glucose(chau, '2026-03-04T20:00:00+07:00', 6);
  const { status, days } = await daysOf(chau, chau, `name=glucoses&${WEEK}`);
  expect(status).toBe(200);
  expect(days).toEqual([
    {
      day: '2026-03-02',
      unit: 'mmol/L',
      count: 4,
      first: '2026-03-02T00:00:00.000Z',
      last: '2026-03-02T13:00:00.000Z',
      levels: { target: 2, dangerous: 2 },
      verdict: { level: 'dangerous', side: 'low', direction: 'low' },
      parts: [{ key: 'value', low: 3.1, high: 14.2, mean: expect.closeTo(6.825, 9), median: 5, level: 'dangerous' }],
    },
    {
      day: '2026-03-04',
      unit: 'mmol/L',
      count: 1,
      first: '2026-03-04T13:00:00.000Z',
      last: '2026-03-04T13:00:00.000Z',
      levels: { target: 1 },
      verdict: { level: 'target' },
      parts: [{ key: 'value', low: 6, high: 6, mean: 6, median: 6, level: 'target' }],
    },
  ]);
});

test('a blood pressure is judged by its worse number and counted once, whatever its codings', async () => {
  const chau = await people.newPatient();
  await pressure(chau, '2026-03-03T08:00:00+07:00', 118, 95);
  await pressure(chau, '2026-03-03T09:00:00+07:00', 112, 72);
  await observation(chau, '2026-03-03T10:00:00+07:00', {
    code: coded('85354-9'),
    component: [{ code: coded('8480-6'), valueQuantity: quantity(300, 'mm[Hg]') }],
  });
  const { days } = await daysOf(chau, chau, `name=bloodPressures&${WEEK}`);
  expect(days).toEqual([
    expect.objectContaining({
      day: '2026-03-03',
      unit: 'mm[Hg]',
      count: 2,
      levels: { target: 1, dangerous: 1 },
      parts: [
        { key: 'systolic', low: 112, high: 118, mean: 115, median: 115, level: 'target' },
        { key: 'diastolic', low: 72, high: 95, mean: 83.5, median: 83.5, level: 'dangerous' },
      ],
    }),
  ]);
});

test('what the meter doubted is outside the figures; an irregular pulse is not', async () => {
  const chau = await people.newPatient();
  const said = (status: string) => ({ extension: statusExtensions([status]) });
  await glucose(chau, '2026-03-03T08:00:00+07:00', 6);
  await glucose(chau, '2026-03-03T09:00:00+07:00', 20, said('questionable'));
  await glucose(chau, '2026-03-03T10:00:00+07:00', 8, said('irregularPulse'));
  const { days } = await daysOf(chau, chau, `name=glucoses&${WEEK}`);
  expect(days.map(({ count, parts }) => [count, (parts as Json[])[0]?.['high']])).toEqual([[2, 8]]);
});

test('days are those of the given zone, also where the clock changes and the day has 23 hours', async () => {
  const chau = await people.newPatient();
  for (const at of ['2026-03-28T22:59:00Z', '2026-03-28T23:00:00Z', '2026-03-29T21:59:00Z', '2026-03-29T22:00:00Z'])
    await glucose(chau, at, 6);
  const counted = async (zone: string) =>
    (await daysOf(chau, chau, `name=glucoses&from=2026-03-28&to=2026-03-30&zone=${zone}`)).days.map(
      ({ day, count }) => [day, count],
    );
  expect(await counted('Europe/Berlin')).toEqual([
    ['2026-03-28', 1],
    ['2026-03-29', 2],
    ['2026-03-30', 1],
  ]);
  expect(await counted('Asia/Ho_Chi_Minh')).toEqual([
    ['2026-03-29', 2],
    ['2026-03-30', 2],
  ]);
});

test('never mixes units, converts customary ones, and leaves out what is no value of this vital', async () => {
  const chau = await people.newPatient();
  await glucose(chau, '2026-03-02T08:00:00+07:00', 6);
  await glucose(chau, '2026-03-02T09:00:00+07:00', 0, {
    code: coded('15074-8', '2339-0'),
    valueQuantity: quantity(180, 'mg/dL'),
  });
  for (const more of [
    { status: 'entered-in-error' },
    { status: 'cancelled' },
    { valueQuantity: quantity(2, 'mmol/L', { comparator: '<' }) },
    { valueQuantity: { value: 5 } },
    { valueQuantity: quantity(5, 'g') },
    { valueQuantity: quantity(-1, 'mmol/L') },
    { effectiveDateTime: '2026-03-02' },
    { code: coded('8867-4') },
  ])
    await glucose(chau, '2026-03-02T10:00:00+07:00', 20, more);
  await observation(chau, '2026-03-02T10:00:00+07:00', { code: coded('15074-8'), valueString: 'cao' });
  const gone = await glucose(chau, '2026-03-02T10:00:00+07:00', 30);
  expect((await people.call(chau, 'DELETE', `/api/phr/observation/${gone}`)).status).toBe(200);
  const { days } = await daysOf(chau, chau, `name=glucoses&${WEEK}`);
  expect(days.map(({ unit, count, parts }) => [unit, count, (parts as { high: number }[])[0]?.high])).toEqual([
    ['mmol/L', 1, 6],
    ['mg/dL', 1, 180],
  ]);
  await observation(chau, '2026-03-02T08:00:00+07:00', {
    code: coded('29463-7'),
    valueQuantity: { value: 152, unit: 'lb', code: '[lb_av]' },
  });
  expect((await daysOf(chau, chau, `name=weights&${WEEK}`)).days).toEqual([
    expect.objectContaining({ unit: 'kg', parts: [expect.objectContaining({ mean: 68.9 })] }),
  ]);
});

test('a code counts in its own system and where none is told, under any name of it', async () => {
  const chau = await people.newPatient();
  const rate = (system: string | undefined, value: number) =>
    observation(chau, '2026-03-02T07:00:00+07:00', {
      code: { coding: [{ ...(system === undefined ? {} : { system }), code: '8867-4' }] },
      valueQuantity: quantity(value, '/min'),
    });
  await rate('https://lab.example/codes', 180);
  await rate(LOINC, 70);
  await rate('urn:oid:2.16.840.1.113883.6.1', 74);
  await rate(undefined, 78);
  const { days } = await daysOf(chau, chau, `name=heartRates&${WEEK}`);
  expect(days).toMatchObject([{ count: 3, parts: [{ low: 70, mean: 74, high: 78 }] }]);
  const part = (system: string, code: string, value: number) => ({
    code: { coding: [{ system, code }] },
    valueQuantity: quantity(value, 'mm[Hg]'),
  });
  await observation(chau, '2026-03-03T07:00:00+07:00', {
    code: coded('85354-9'),
    component: [
      part('https://lab.example/codes', '8480-6', 250),
      part(LOINC, '8480-6', 121),
      part('http://snomed.info/sct', '271650006', 77),
    ],
  });
  const pressures = await daysOf(chau, chau, `name=bloodPressures&${WEEK}`);
  expect(pressures.days).toMatchObject([{ count: 1, parts: [{ high: 121 }, { high: 77 }] }]);
});

test('a note that was cut in the middle of a sign spoils no day', async () => {
  const chau = await people.newPatient();
  await glucose(chau, '2026-03-02T08:00:00+07:00', 6, { note: [{ text: 'sau ăn \ud83d' }, { text: 'C:\\\\ud83d' }] });
  expect((await daysOf(chau, chau, `name=glucoses&${WEEK}`)).days).toEqual([expect.objectContaining({ count: 1 })]);
});

describe('a past day of many readings', () => {
  const kept = async (who: Person) =>
    backend.platform.db.query<{ count: number; name: string }>(
      "select (figures -> 0 ->> 'count')::int as count, name from observation_day where patient_id = $1",
      [who.patient],
    );
  const counts = async (who: Person, of = who) =>
    (await daysOf(who, of, `name=glucoses&${WEEK}`)).days.map(({ day, count }) => [day, count]);
  const at = (day: number, hour: number) => `2026-03-0${day}T${String(hour).padStart(2, '0')}:00:00+07:00`;
  const manyOf = async (who: Person) => {
    for (let hour = 0; hour < 12; hour += 1) await glucose(who, at(2, hour), 6);
  };
  /** Stores a false value where the figures are cached, to check whether they are read from there. */
  const falsify = async (
    who: Person,
    column = 'figures',
    value = '[{"day":"2026-03-02","unit":"mmol/L","count":99,"first":"2026-03-02T00:00:00Z","last":"2026-03-02T00:00:00Z","parts":[],"levels":{}}]',
  ) =>
    backend.platform.db.query(`update observation_day set ${column} = $2 where patient_id = $1`, [who.patient, value]);

  test('is counted once and kept, unless it has few readings, none, or is not over', async () => {
    const chau = await people.newPatient();
    await manyOf(chau);
    await glucose(chau, at(4, 8), 6);
    expect(await kept(chau)).toEqual([]);
    expect(await counts(chau)).toEqual([
      ['2026-03-02', 12],
      ['2026-03-04', 1],
    ]);
    expect(await kept(chau)).toEqual([{ count: 12, name: 'glucoses' }]);
    await falsify(chau);
    expect(await counts(chau)).toEqual([
      ['2026-03-02', 99],
      ['2026-03-04', 1],
    ]);
    const now = new Date();
    for (let minute = 0; minute < 12; minute += 1)
      await glucose(chau, new Date(now.getTime() - minute * 1_000).toISOString(), 6);
    // where it is neither night nor morning, whenever this runs
    const zone = now.getUTCHours() >= 6 && now.getUTCHours() < 18 ? 'UTC' : 'Pacific/Auckland';
    const today = new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format(now);
    const { days } = await daysOf(chau, chau, `name=glucoses&from=${today}&to=${today}&zone=${zone}`);
    expect(days.length).toBeLessThanOrEqual(1);
    expect(await kept(chau)).toHaveLength(1);
  });

  test('is counted anew after every change of it: a reading more, less, corrected, moved to another day', async () => {
    const chau = await people.newPatient();
    await manyOf(chau);
    await counts(chau);
    const more = await glucose(chau, at(2, 13), 14.2);
    expect(await counts(chau)).toEqual([['2026-03-02', 13]]);
    await falsify(chau);
    expect(await counts(chau)).toEqual([['2026-03-02', 99]]);
    const correct = async (changed: object): Promise<void> => {
      const before = await people.read('Observation', more);
      await backend.repository.update(SYSTEM_ACTOR, { ...before, resourceType: 'Observation', id: more, ...changed });
    };
    await correct({ valueQuantity: quantity(20, 'mmol/L') });
    expect((await daysOf(chau, chau, `name=glucoses&${WEEK}`)).days).toEqual([
      expect.objectContaining({ count: 13, parts: [expect.objectContaining({ high: 20 })] }),
    ]);
    await falsify(chau);
    await correct({ effectiveDateTime: at(4, 8) });
    expect(await counts(chau)).toEqual([
      ['2026-03-02', 12],
      ['2026-03-04', 1],
    ]);
    await falsify(chau);
    await correct({ effectiveDateTime: at(2, 13) });
    expect((await people.call(chau, 'DELETE', `/api/phr/observation/${more}`)).status).toBe(200);
    expect(await counts(chau)).toEqual([['2026-03-02', 12]]);
  });

  test('is not taken for another birth date, another clinical core, another vital or another part of the day', async () => {
    const chau = await people.newPatient();
    await manyOf(chau);
    await counts(chau);
    await falsify(chau);
    for (const [column, other] of [
      ['birth_date', '1901-01-01'],
      ['rules', 'other'],
      ['name', 'weights'],
    ] as const) {
      const [before] = await backend.platform.db.query<{ value: string }>(
        `select ${column} as value from observation_day where patient_id = $1`,
        [chau.patient],
      );
      await falsify(chau, column, other);
      expect([column, await counts(chau)]).toEqual([column, [['2026-03-02', 12]]]);
      await backend.platform.db.query('delete from observation_day where patient_id = $1 and name <> $2', [
        chau.patient,
        'glucoses',
      ]);
      expect(
        await backend.platform.db.query(`select ${column} as value from observation_day where patient_id = $1`, [
          chau.patient,
        ]),
      ).toEqual([before]);
      await falsify(chau);
    }
    expect(
      (await daysOf(chau, chau, `name=glucoses&${WEEK}&zone=Europe/Berlin`)).days.map(({ day, count }) => [day, count]),
    ).toEqual([
      ['2026-03-01', 6],
      ['2026-03-02', 6],
    ]);
  });

  test('is not taken for a reader who may see some codes only', async () => {
    const { db } = backend.platform;
    const [chau, doctor] = [await people.newPatient(), await people.newPatient()];
    await manyOf(chau);
    await counts(chau);
    await falsify(chau);
    const [row] = await db.query<{ user_id: string }>(
      "select user_id from access where patient_id = $1 and source = 'self'",
      [doctor.patient],
    );
    await db.query(
      "insert into access (user_id, patient_id, source, rights, consent_id, types, codes) values ($1, $2, 'consent', 'read', 'c2', '{Observation}', $3)",
      [row?.user_id, chau.patient, [`code=${LOINC}|15074-8`]],
    );
    expect(await counts(doctor, chau)).toEqual([['2026-03-02', 12]]);
    await db.query("update access set codes = '{code=8867-4}' where consent_id = 'c2'");
    expect(await counts(doctor, chau)).toEqual([]);
  });
});

test('[SEC-03][BACK-10] the query includes the right to the record, and reading for another is audited', async () => {
  const { db, access } = backend.platform;
  const [chau, relative, doctor] = [await people.newPatient(), await people.newPatient(), await people.newPatient()];
  const idOf = async ({ patient }: Person) =>
    (
      await db.query<{ user_id: string }>("select user_id from access where patient_id = $1 and source = 'self'", [
        patient,
      ])
    )[0]?.user_id ?? '';
  await glucose(chau, '2026-03-02T08:00:00+07:00', 6);
  await pressure(chau, '2026-03-02T08:00:00+07:00', 118, 76);
  const asks = async (who: Person, name: string) => {
    const { status, days } = await daysOf(who, chau, `name=${name}&${WEEK}`);
    return [status, days.length];
  };
  expect(await asks(relative, 'glucoses')).toEqual([403, 0]);

  const family = { userId: await idOf(relative), patientId: chau.patient, source: 'family' } as const;
  await access.grant({ ...family, rights: 'read' });
  expect(await asks(relative, 'glucoses')).toEqual([200, 1]);
  expect(
    await db.query(
      "select entity from audit_event where user_id = $1 and patient_id = $2 and action = 'read' and outcome = 'success'",
      [family.userId, chau.patient],
    ),
  ).toEqual([{ entity: 'Observation' }]);
  await access.revoke(family);
  expect(await asks(relative, 'glucoses')).toEqual([403, 0]);

  await db.query(
    "insert into access (user_id, patient_id, source, rights, consent_id, types, codes) values ($1, $2, 'consent', 'read', 'c1', '{Observation}', $3)",
    [await idOf(doctor), chau.patient, [`code=${LOINC}|15074-8`]],
  );
  expect(await asks(doctor, 'glucoses')).toEqual([200, 1]);
  expect(await asks(doctor, 'bloodPressures')).toEqual([200, 0]);
  await db.query("update access set types = '{DiagnosticReport}' where consent_id = 'c1'");
  expect(await asks(doctor, 'glucoses')).toEqual([403, 0]);
});

test('what cannot be answered is refused with the field that is wrong', async () => {
  const chau = await people.newPatient();
  for (const [query, field] of [
    ['name=glucoses&from=2026-03-08&to=2026-03-07', 'to'],
    ['name=glucoses&from=2024-01-01&to=2026-03-07', 'to'],
    ['name=glucoses&from=2026-02-30&to=2026-03-07', 'from'],
    [`name=constructor&${WEEK}`, 'name'],
    [`name=glucoses&zone=Mars/Olympus&${WEEK}`, 'zone'],
  ] as const) {
    const { status, body } = await daysOf(chau, chau, query);
    expect([query, status, body['code'], (body['detail'] as Json)['message']]).toEqual([
      query,
      422,
      'FORM_INPUT_INVALID',
      field,
    ]);
  }
});

describe('who judges the readings of a day', () => {
  const BY_A_DOCTOR = { expressedBy: { reference: 'Practitioner/1', display: 'BS. Lê Thu Hà' } };
  const goal = (who: Person, more: object) =>
    people.store({
      resourceType: 'Goal',
      lifecycleStatus: 'active',
      description: { text: 'Đường huyết' },
      subject: { reference: `Patient/${who.patient}` },
      startDate: '2026-01-01',
      target: [{ measure: coded('15074-8'), detailQuantity: quantity(7, 'mmol/L', { comparator: '<' }) }],
      ...more,
    });
  const levelsOf = async (who: Person, name = 'glucoses') =>
    (await daysOf(who, who, `name=${name}&${WEEK}`)).days.map(({ levels }) => levels);

  test("a doctor's goal, whoever names the doctor; the person's own judges nothing", async () => {
    for (const [more, author, level] of [
      [BY_A_DOCTOR, undefined, 'veryMild'],
      [{}, 'Practitioner/1', 'veryMild'],
      [{ meta: { source: sourceUri('facility') } }, undefined, 'veryMild'],
      [{ expressedBy: { reference: 'Patient/x' } }, undefined, 'target'],
      [{ meta: { source: sourceUri('person') } }, undefined, 'target'],
      [{ ...BY_A_DOCTOR, lifecycleStatus: 'cancelled' }, undefined, 'target'],
    ] as const) {
      const chau = await people.newPatient();
      await glucose(chau, '2026-03-02T08:00:00+07:00', 8);
      const id = await goal(chau, more);
      if (author !== undefined)
        await people.store({
          resourceType: 'Provenance',
          target: [{ reference: `Patient/${chau.patient}` }, { reference: `Goal/${id}` }],
          recorded: '2026-01-01T00:00:00Z',
          agent: [{ who: { reference: author } }],
        });
      expect([more, await levelsOf(chau)]).toEqual([more, [{ [level]: 1 }]]);
    }
  });

  test('a goal that is set later judges days that were kept before', async () => {
    const chau = await people.newPatient();
    for (let hour = 0; hour < 12; hour += 1)
      await glucose(chau, `2026-03-02T${String(hour).padStart(2, '0')}:00:00+07:00`, 8);
    expect(await levelsOf(chau)).toEqual([{ target: 12 }]);
    await goal(chau, BY_A_DOCTOR);
    expect(await levelsOf(chau)).toEqual([{ veryMild: 12 }]);
    expect(await levelsOf(chau)).toEqual([{ veryMild: 12 }]);
  });

  test('the facility itself where it says something; what we wrote beside our own number does not', async () => {
    const chau = await people.newPatient();
    const high = { interpretation: [{ coding: [{ code: 'HH' }] }] };
    await glucose(chau, '2026-03-02T08:00:00+07:00', 8, { ...high, performer: [{ reference: 'Organization/1' }] });
    await glucose(chau, '2026-03-03T08:00:00+07:00', 8, { ...high, meta: { source: sourceUri('device') } });
    await glucose(chau, '2026-03-04T08:00:00+07:00', 8, { status: 'unknown' });
    expect(await levelsOf(chau)).toEqual([{ veryDangerous: 1 }, { target: 1 }, {}]);
  });

  test('what a condition may change is in no figure', async () => {
    const chau = await people.newPatient();
    const modifier = { modifierExtension: [{ url: 'http://x.example/not', valueBoolean: true }] };
    await glucose(chau, '2026-03-02T08:00:00+07:00', 6);
    await glucose(chau, '2026-03-02T09:00:00+07:00', 30, modifier);
    await glucose(chau, '2026-03-02T10:00:00+07:00', 30, { implicitRules: 'http://x.example/rules' });
    expect(await levelsOf(chau)).toEqual([{ target: 1 }]);
  });

  test('300 days of any readings: the server says of each what every screen says', async () => {
    const chau = await people.newPatient('TRẦN MINH CHÂU', '1958-06-02');
    await goal(chau, BY_A_DOCTOR);
    const goals = goalsIn(await people.list(chau, 'Goal'));
    const writers = fc.constantFrom(
      {},
      { performer: [{ reference: 'Organization/1', display: 'Viện' }] },
      { meta: { source: sourceUri('person') } },
      { meta: { source: sourceUri('facility') }, performer: [] },
    );
    const words = fc.constantFrom(
      {},
      ...['N', 'L', 'H', 'HH', 'POS'].map((code) => ({ interpretation: [{ coding: [{ code }] }] })),
      { referenceRange: [{ low: quantity(4, 'mmol/L'), high: quantity(6, 'mmol/L') }] },
      { status: 'preliminary' },
      { status: 'unknown' },
    );
    const tenths = fc.integer({ min: 15, max: 360 });
    const days = fc.sample(fc.tuple(tenths, writers, words), { numRuns: 300, seed: 7 });
    const expected = new Map<string, unknown>();
    const first = '2025-03-01';
    for (const [place, [value, writer, word]] of days.entries()) {
      const day = plainDate.add(first, { days: place });
      const id = await glucose(chau, `${day}T08:00:00+07:00`, value / 10, { ...writer, ...word });
      const stored = observationIn(await people.read('Observation', id)) ?? {};
      const { level, side, said } = verdictOf(stored, {
        person: { birthDate: '1958-06-02' },
        goals,
        zone: 'Asia/Ho_Chi_Minh',
        now: Date.now(),
      });
      expected.set(day, { level, side, said });
    }
    const told = await daysOf(chau, chau, `name=glucoses&from=${first}&to=${plainDate.add(first, { days: 299 })}`);
    const verdicts = told.days.map(({ day, verdict = {} }): [string, unknown] => {
      const { level, side, said } = verdict as Json;
      return [String(day), { level, side, said }];
    });
    expect(verdicts).toEqual([...expected]);
  });
});
