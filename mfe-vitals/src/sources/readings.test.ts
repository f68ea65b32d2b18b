import { DEVICE_STATUS_URL } from '@phr/fhir/device-status';
import { observation } from '@phr/fhir/observation';
import { createFakeHost, FAKE_MAIN, FAKE_MOTHER, type FakeHost } from '@phr/testing/fake-host';
import { searchset } from '@phr/testing/dev-page';
import { inShort, signalsOf } from '@phr/testing/signals-of';
import { QueryClient } from '@tanstack/react-query';
import { rawBloodPressure, rawValue } from '../features/readings/samples.test-support.ts';
import texts from '../locales/slot.vi-VN.json' with { type: 'json' };
import module from '../module.ts';
import { readings } from './readings.ts';

// times are in Viet Nam's zone, whatever zone the tests run in
const NOW = '2026-11-25T20:30:00+07:00';
const at = (time: string, day = 25) => `2026-11-${day}T${time}:00+07:00`;

/** The last day as the server has it. */
const hostWith = (...observations: readonly object[]) =>
  createFakeHost({ respond: ({ path }) => searchset(path.endsWith('/Goal') ? [] : [...observations]) });
const told = async (observations: readonly object[], now = NOW) =>
  (await signalsOf(module, 'readings', hostWith(...observations), { now })).signals;
const rules = async (observations: readonly object[], now = NOW) =>
  (await told(observations, now)).map(({ id }) => id.split('/')[1]);

const low = rawValue('glucoses', 2.2, at('20:10'));

test('[S1] a very dangerous reading is told with value, time and side, and leads to what to do', async () => {
  const [signal, ...others] = await told([low]);
  expect(others).toEqual([]);
  expect(signal).toMatchObject({
    kind: 'danger',
    rank: 0,
    level: 'veryDangerous',
    title: expect.stringMatching(/^Đường huyết 2,2\smmol\/L lúc \d\d:10( hôm qua)?: rất thấp$/),
    actions: [{ label: 'Cần làm gì', place: { screen: 'health-details', params: { name: 'glucoses' } } }],
    dismiss: 'never',
  });
});

test('[S1] it ends with a better reading, and after a day', async () => {
  expect(await rules([rawValue('glucoses', 5.4, at('20:25')), low])).toEqual([]);
  expect(await rules([low], at('20:09', 26))).toEqual(['S1']);
  expect(await rules([low], at('20:10', 26))).toEqual([]);
});

test('[S1] only the judge decides: a goal that a clinician set makes another level', async () => {
  const goal = {
    resourceType: 'Goal',
    lifecycleStatus: 'active',
    startDate: '2026-01-01',
    expressedBy: { reference: 'Practitioner/1', display: 'BS. Lan' },
    target: [
      {
        measure: { coding: [{ system: 'http://loinc.org', code: '2708-6' }] },
        detailRange: { low: { value: 88, unit: '%' }, high: { value: 92, unit: '%' } },
      },
    ],
  };
  const reading = rawValue('spo2s', 90, at('20:10'));
  expect(await rules([reading])).toEqual(['S1']);
  const host = createFakeHost({ respond: ({ path }) => searchset(path.endsWith('/Goal') ? [goal] : [reading]) });
  expect((await signalsOf(module, 'readings', host, { now: NOW })).signals).toEqual([]);
});

test('[S2] one dangerous reading asks for a second, for half a day; a second one near it ends that', async () => {
  const high = rawBloodPressure(145, 82, at('20:10'));
  const [signal] = await told([high]);
  expect(signal).toMatchObject({
    kind: 'danger',
    rank: 10,
    title: 'Đo lại huyết áp',
    detail: expect.stringContaining('145/82'),
    actions: [{ label: 'Đo lại', place: { screen: 'blood-pressure-create', patientId: FAKE_MAIN.id } }],
  });
  expect(await rules([rawBloodPressure(146, 82, at('20:25')), high])).toEqual([]);
  expect(await rules([high], at('08:09', 26))).toEqual(['S2']);
  expect(await rules([high], at('08:10', 26))).toEqual([]);
});

test('[S3] what the meter itself doubts is told as doubtful, and not as a danger', async () => {
  const doubted = rawBloodPressure(190, 82, at('20:10'), {
    extension: [{ url: DEVICE_STATUS_URL, valueCode: 'bodyMovement' }],
  });
  expect(await told([doubted])).toEqual([
    expect.objectContaining({ rank: 20, title: expect.stringContaining('chưa chắc đúng'), dismiss: 'today' }),
  ]);
  // glucose that needs help at once does not wait for a second measurement
  const sugar = { ...low, extension: [{ url: DEVICE_STATUS_URL, valueCode: 'bodyMovement' }] };
  expect(await rules([sugar])).toEqual(['S1']);
});

test('[S3] a reading that the server refused stays until it is mended or discarded', async () => {
  const host = hostWith();
  const refused = {
    id: 'w1',
    module: 'mfe-vitals',
    patientId: FAKE_MAIN.id,
    title: 'Huyết áp 128/82 mmHg',
    at: at('08:15'),
    state: 'refused',
    body: {},
  } as const;
  host.waiting.set([
    refused,
    { ...refused, id: 'w2', patientId: FAKE_MOTHER.id },
    { ...refused, id: 'w3', state: 'waiting' },
  ]);
  const { signals, feed } = await signalsOf(module, 'readings', host, { now: NOW });
  expect(signals).toEqual([
    expect.objectContaining({ id: 'mfe-vitals/S3/w1', detail: 'Huyết áp 128/82 mmHg', dismiss: 'never' }),
  ]);
  host.waiting.set([]);
  expect(feed.state.get().signals).toEqual([]);
});

test('[S1] [S2] another record is asked by its own id; who may only look is not asked to measure', async () => {
  const host = hostWith(rawBloodPressure(145, 82, at('20:10')));
  const mother = { ...FAKE_MOTHER, may: ['read' as const] };
  host.patient.set({ ...host.patient.get(), family: [FAKE_MAIN, mother] });
  const { signals } = await signalsOf(module, 'readings', host, { now: NOW, person: mother });
  expect(signals).toEqual([expect.objectContaining({ patientId: FAKE_MOTHER.id, actions: [] })]);
  expect(host.seen.requests.map(({ path }) => path)).toEqual([
    `/Patient/${FAKE_MOTHER.id}/Observation`,
    `/Patient/${FAKE_MOTHER.id}/Goal`,
    `/Patient/${FAKE_MOTHER.id}/CarePlan`,
  ]);
});

describe('[S9] a care plan asks for a measuring', () => {
  const pressure = { coding: [{ system: 'http://loinc.org', code: '85354-9' }] };
  const repeat = { frequency: 2, period: 1, periodUnit: 'd', timeOfDay: ['06:30:00', '19:30:00'] };
  const detail = { status: 'in-progress', code: pressure, scheduledTiming: { repeat } };
  const planOf = (changes: object = {}, plan: object = {}) => ({
    resourceType: 'CarePlan',
    id: 'plan-1',
    status: 'active',
    intent: 'plan',
    period: { start: '2026-01-01' },
    activity: [{ detail: { ...detail, ...changes } }],
    ...plan,
  });
  const asked = async (plan: object, now = NOW, readings: readonly object[] = [], host?: FakeHost) => {
    const answer = createFakeHost({
      respond: ({ path }) =>
        searchset(path.endsWith('/Goal') ? [] : path.endsWith('/CarePlan') ? [plan] : [...readings]),
    });
    if (host !== undefined) answer.patient.set(host.patient.get());
    // times of a plan are those of the device's clock
    return (await signalsOf(module, 'readings', answer, { now })).signals.filter(({ id }) => id.includes('/S9/'));
  };
  /** An hour of the device's own clock on the day of the tests. */
  const clock = (time: string): string => new Date(`2026-11-25T${time}:00`).toISOString();

  test('about its time, with the form for it', async () => {
    expect(await asked(planOf(), clock('20:30'))).toEqual([
      expect.objectContaining({
        kind: 'due',
        rank: 5,
        title: 'Đo huyết áp buổi tối',
        detail: 'Theo kế hoạch chăm sóc, khoảng 19:30',
        actions: [
          { id: 'measure', label: 'Đo ngay', place: { screen: 'blood-pressure-create', patientId: FAKE_MAIN.id } },
        ],
        dismiss: 'today',
      }),
    ]);
    expect((await asked(planOf(), clock('06:00'))).map(({ title }) => title)).toEqual(['Đo huyết áp buổi sáng']);
  });

  test('neither before an hour ahead nor two hours after it, nor once it was measured', async () => {
    for (const time of ['05:29', '08:31', '12:00', '18:29', '21:31'])
      expect([time, await asked(planOf(), clock(time))]).toEqual([time, []]);
    for (const time of ['18:30', '21:30']) expect(await asked(planOf(), clock(time))).toHaveLength(1);
    const measured = rawBloodPressure(118, 76, clock('18:45'));
    expect(await asked(planOf(), clock('20:30'), [measured])).toEqual([]);
    expect(await asked(planOf(), clock('20:30'), [rawBloodPressure(118, 76, clock('18:15'))])).toHaveLength(1);
  });

  test('only a plan that runs, with a vital and times that are understood whole', async () => {
    const without = [
      planOf({ status: 'completed' }),
      planOf({ doNotPerform: true }),
      planOf({ code: { text: 'Đo huyết áp' } }),
      planOf({ scheduledTiming: undefined }),
      planOf({ scheduledTiming: { repeat: { ...repeat, when: ['HS'] } } }),
      planOf({ scheduledTiming: { repeat: { frequency: 2, period: 1, periodUnit: 'd' } } }),
      planOf({}, { status: 'revoked' }),
      planOf({}, { intent: 'proposal' }),
      planOf({}, { period: { start: '2026-01-01', end: '2026-11-24' } }),
    ];
    for (const plan of without) expect([plan, await asked(plan, clock('20:30'))]).toEqual([plan, []]);
  });

  test('another record is asked for its own plan; without plans or readings nothing is due', async () => {
    const hostOf = (down?: string) =>
      createFakeHost({
        respond: ({ path }) =>
          path.endsWith(`/${down}`) ? undefined : searchset(path.endsWith('/CarePlan') ? [planOf()] : []),
      });
    const now = clock('20:30');
    const { signals } = await signalsOf(module, 'readings', hostOf(), { now, person: FAKE_MOTHER });
    expect(signals).toEqual([expect.objectContaining({ kind: 'due', patientId: FAKE_MOTHER.id })]);
    for (const down of ['CarePlan', 'Observation'])
      expect(await signalsOf(module, 'readings', hostOf(down), { now })).toMatchObject({
        status: 'failed',
        signals: [],
      });
  });

  test('nobody is asked who may only look, and a board is not', async () => {
    const host = createFakeHost();
    host.patient.set({ ...host.patient.get(), family: [{ ...FAKE_MAIN, may: ['read'] }] });
    expect(await asked(planOf(), clock('20:30'), [], host)).toEqual([]);
    const board = createFakeHost({ respond: ({ path }) => searchset(path.endsWith('/CarePlan') ? [planOf()] : []) });
    await signalsOf(module, 'readings', board, { now: clock('20:30'), scope: 'board' });
    expect(board.seen.requests.map(({ path }) => path.split('/').at(-1))).toEqual(['Observation', 'Goal']);
  });
});

test('[S1] readings that cannot be read are told as failed, and asked for again', async () => {
  let isDown = true;
  const host = createFakeHost({
    respond: ({ path }) => (path.endsWith('/Goal') ? searchset([]) : isDown ? undefined : searchset([low])),
  });
  const { status, signals, feed } = await signalsOf(module, 'readings', host, { now: NOW });
  expect({ status, signals }).toEqual({ status: 'failed', signals: [] });
  isDown = false;
  const mended = new Promise<void>((resolve) => {
    feed.state.subscribe(() => {
      if (feed.state.get().status === 'ready') resolve();
    });
  });
  feed.refresh();
  await mended;
  expect(inShort(feed.state.get().signals)).toEqual([expect.stringMatching(/^danger\.0 mfe-vitals\/S1\//)]);
});

test('a change of the language tells the same in other words', async () => {
  const host = hostWith(low);
  const { feed } = await signalsOf(module, 'readings', host, { now: NOW });
  const changed = new Promise<void>((resolve) => {
    feed.state.subscribe(() => {
      if (feed.state.get().signals[0]?.title.endsWith(': very low') === true) resolve();
    });
  });
  host.settings.set({ ...host.settings.get(), locale: 'en-US' });
  await changed;
  expect(feed.state.get().signals[0]?.title).toMatch(/2\.2\smmol\/L at .*: very low$/);
});

describe('for a board', () => {
  const onBoard = async (observations: readonly object[], person: FakeHost['patient'] | undefined = undefined) => {
    const host = hostWith(...observations);
    if (person !== undefined) host.patient.set(person.get());
    const { signals } = await signalsOf(module, 'readings', host, { now: NOW, scope: 'board', person: FAKE_MOTHER });
    return { host, signals, last: signals.find(({ kind }) => kind === 'last') };
  };

  test('the newest reading is told with unit, word and moment, by two calls', async () => {
    const { host, last } = await onBoard([rawBloodPressure(134, 83, at('07:40', 20)), low]);
    expect(last).toMatchObject({
      title: expect.stringMatching(/^Đường huyết 2,2\smmol\/L$/),
      detail: expect.stringContaining('Thấp'),
      level: 'veryDangerous',
      at: low.effectiveDateTime,
    });
    expect(host.seen.requests.map(({ path }) => path)).toEqual([
      `/Patient/${FAKE_MOTHER.id}/Observation`,
      `/Patient/${FAKE_MOTHER.id}/Goal`,
    ]);
    expect(host.seen.requests[0]?.query).not.toHaveProperty('date');
    expect((await told([low])).map(({ kind }) => kind)).toEqual(['danger']);
  });

  test('what is older than a month is told without a word for it', async () => {
    const { last } = await onBoard([rawBloodPressure(134, 83, '2026-10-20T07:40:00+07:00')]);
    expect(last).toMatchObject({ title: expect.stringContaining('134/83') });
    expect(last).not.toHaveProperty('level');
    expect(last).not.toHaveProperty('detail');
  });

  test('the next one is entered where most was measured in a month; without any, in the form of all', async () => {
    const pressures = [20, 21].map((day) => rawBloodPressure(118, 76, at('07:40', day)));
    const sugars = ['08', '09', '10'].map((day) => rawValue('glucoses', 5.4, `2026-10-${day}T07:00:00+07:00`));
    const placeOf = async (rows: readonly object[]) => (await onBoard(rows)).last?.actions[0]?.place;
    expect(await placeOf([low, ...pressures, ...sugars])).toEqual({
      screen: 'blood-pressure-create',
      patientId: FAKE_MOTHER.id,
    });
    // a sensor worn for one day has more readings than all the rest
    const worn = ['01', '02', '03', '04', '05'].map((time) => rawValue('glucoses', 5.4, at(`${time}:00`)));
    expect(await placeOf([...worn, ...pressures])).toMatchObject({ screen: 'blood-pressure-create' });
    expect(await placeOf([])).toEqual({ screen: 'health-create', patientId: FAKE_MOTHER.id });
    expect((await onBoard([])).last?.title).toBe('Chưa có chỉ số');
  });

  test('who may not add is not led to a form', async () => {
    const host = hostWith(low);
    host.patient.set({ ...host.patient.get(), family: [FAKE_MAIN, { ...FAKE_MOTHER, may: ['read'] }] });
    expect((await onBoard([low], host.patient)).last?.actions).toEqual([]);
  });

  test('what could not be read is not told to be missing', async () => {
    const host = createFakeHost({ respond: ({ path }) => (path.endsWith('/Goal') ? searchset([]) : undefined) });
    expect(await signalsOf(module, 'readings', host, { now: NOW, scope: 'board' })).toMatchObject({
      status: 'failed',
      signals: [],
    });
  });
});

describe('how the last 30 days went, from what the tiles have read', () => {
  const words = {
    locale: 'vi-VN' as const,
    t: (key: string, values: Readonly<Record<string, string | number>> = {}) =>
      (texts as Readonly<Record<string, string>>)[key]?.replace(/\{(\w+)\}/g, (_, name) => String(values[name])) ?? key,
  };
  /** Signals while the tiles show these readings, newest first. */
  function trendOf(raw: readonly object[], goals: readonly object[] = []) {
    const queries = new QueryClient();
    const observations = raw.flatMap((one) => observation(one) ?? []);
    const key = ['readings', FAKE_MAIN.id];
    queries.setQueryData([...key, 'latest', 'bloodPressures'], { observations, receivedAt: NOW });
    queries.setQueryData([...key, 'day'], []);
    queries.setQueryData(['goals', FAKE_MAIN.id], goals);
    const teller = readings({ host: createFakeHost(), patientId: FAKE_MAIN.id, queries, scope: 'today' });
    return teller.tell(new Date(NOW), words).filter(({ kind }) => kind === 'last');
  }
  const days = (count: number, systolic = 118) =>
    Array.from({ length: count }, (_, index) => rawBloodPressure(systolic, 76, at('08:00', 24 - index)));

  test('how many of how many were on target; fewer than three readings are no trend', () => {
    expect(trendOf([...days(3), rawBloodPressure(150, 95, at('08:00', 12))])).toEqual([
      expect.objectContaining({
        title: 'Huyết áp 30 ngày qua: 3 trong 4 lần đo trong mục tiêu',
        patientId: FAKE_MAIN.id,
        place: expect.objectContaining({ params: { name: 'bloodPressures' } }),
      }),
    ]);
    expect(trendOf(days(2))).toEqual([]);
  });

  test('what is older does not count, and a page that ends within the 30 days tells nothing', () => {
    const old = rawBloodPressure(118, 76, '2026-10-20T08:00:00+07:00');
    expect(trendOf([...days(2), old])).toEqual([]);
    const glucose = Array.from({ length: 200 }, () => rawValue('glucoses', 5.4, at('08:00', 20)));
    expect(trendOf([...days(4), ...glucose])).toEqual([]);
    expect(trendOf([...days(4), ...glucose.slice(5), old])).toHaveLength(1);
  });
});
