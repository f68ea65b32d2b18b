import type { ServiceRequest } from '@phr/contract/host-api';
import { searchset } from '@phr/testing/dev-page';
import { createFakeHost, FAKE_MAIN, FAKE_MOTHER } from '@phr/testing/fake-host';
import { inShort, signalsOf } from '@phr/testing/signals-of';
import manifest from '../../module.json' with { type: 'json' };
import module from '../module.ts';

const NOW = '2026-11-25T20:30:00+07:00';

const consent = {
  resourceType: 'Consent',
  id: 'c1',
  status: 'proposed',
  dateTime: '2026-11-24T09:00:00+07:00',
  organization: [{ reference: 'Organization/o', display: 'Bệnh viện Sao Mai' }],
  provision: {
    period: { start: '2026-11-24', end: '2026-11-26' },
    actor: [{ role: { coding: [{ code: 'PRCP' }] }, reference: { display: 'BS. Lan' } }],
  },
};
const link = { resourceType: 'Task', id: 't1', status: 'on-hold', owner: { display: 'Trung tâm Ánh Dương' } };
const form = {
  resourceType: 'QuestionnaireResponse',
  id: 'q1',
  status: 'in-progress',
  authored: '2026-11-20T08:00:00+07:00',
  questionnaire: 'Questionnaire/phq9',
};
const report = {
  resourceType: 'DiagnosticReport',
  id: 'r1',
  status: 'final',
  code: { text: 'Công thức máu' },
  effectiveDateTime: '2026-11-24T09:00:00+07:00',
  issued: '2026-11-24T15:00:00+07:00',
};
const allergy = { resourceType: 'AllergyIntolerance', id: 'a1', code: { text: 'Amoxicillin' } };

type Rows = readonly Readonly<Record<string, unknown>>[];
const hostWith = (...rows: Rows) =>
  createFakeHost({
    respond: ({ path }: ServiceRequest) =>
      searchset(rows.filter((row) => path.endsWith(`/${String(row['resourceType'])}`))),
  });
const told = async (source: string, rows: Rows, now = NOW) =>
  (await signalsOf(module, source, hostWith(...rows), { now })).signals;

test('[S5] [S6] [S10] what waits for an answer leads to where it is given', async () => {
  const signals = await told('requests', [consent, link, form]);
  expect(inShort(signals)).toEqual([
    'ask.0 mfe-records/S5/c1: Bệnh viện Sao Mai xin xem hồ sơ',
    'ask.10 mfe-records/S6/t1: Nhập mã để nối hồ sơ',
    'due.30 mfe-records/S10/q1: Phiếu hỏi chưa trả lời xong',
  ]);
  expect(signals.map(({ actions }) => actions[0]?.place)).toEqual([
    { screen: 'patient-consent-details', params: { id: 'c1' }, patientId: FAKE_MAIN.id },
    { screen: 'link-profile', patientId: FAKE_MAIN.id },
    { screen: 'questionnaire-response', params: { questionnaireId: 'phq9' }, patientId: FAKE_MAIN.id },
  ]);
});

test('[S5] a request ends when it is answered and when its time is over', async () => {
  expect(await told('requests', [{ ...consent, status: 'active' }])).toEqual([]);
  expect(await told('requests', [consent], '2026-11-27T12:00:00+07:00')).toEqual([]);
});

test("[S6] a link that waits for no code says nothing; another person's record is not asked for links", async () => {
  expect(await told('requests', [{ ...link, status: 'requested' }])).toEqual([]);
  const host = hostWith(consent, link);
  const { signals } = await signalsOf(module, 'requests', host, { now: NOW, person: FAKE_MOTHER });
  expect(signals.map(({ id, patientId }) => [id, patientId])).toEqual([['mfe-records/S5/c1', FAKE_MOTHER.id]]);
  expect(host.seen.requests.map(({ path }) => path)).toEqual([
    `/Patient/${FAKE_MOTHER.id}/Consent`,
    `/Patient/${FAKE_MOTHER.id}/QuestionnaireResponse`,
  ]);
});

test('[S10] a form that was sent says nothing', async () => {
  expect(await told('requests', [{ ...form, status: 'completed' }])).toEqual([]);
});

test('[S5] a request that comes in is told as soon as the server says so', async () => {
  const rows: (typeof consent)[] = [];
  const host = createFakeHost({ respond: ({ path }) => searchset(path.endsWith('/Consent') ? rows : []) });
  const { feed, signals } = await signalsOf(module, 'requests', host, { now: NOW });
  expect(signals).toEqual([]);
  rows.push(consent);
  const came = new Promise<void>((resolve) => {
    feed.state.subscribe(() => {
      if (feed.state.get().signals.length > 0) resolve();
    });
  });
  host.tell('consent.changed', { patientId: FAKE_MAIN.id });
  await came;
});

test('[S5] [S6] what could not be read is told as failed, and the rest is told all the same', async () => {
  const host = createFakeHost({
    respond: ({ path }) => (path === '/Task' ? undefined : searchset(path.endsWith('/Consent') ? [consent] : [])),
  });
  const { status, signals } = await signalsOf(module, 'requests', host, { now: NOW });
  expect(status).toBe('failed');
  expect(signals.map(({ id }) => id)).toEqual(['mfe-records/S5/c1']);
});

test('[S13] a final report is news for a week; preliminary, withdrawn and older ones are none', async () => {
  const [signal] = await told('findings', [report, allergy]);
  expect(signal).toMatchObject({
    kind: 'new',
    title: 'Kết quả mới: Công thức máu · 24/11/2026',
    place: { screen: 'report-details', params: { id: 'r1' } },
    dismiss: '30d',
  });
  for (const status of ['preliminary', 'entered-in-error', 'cancelled'])
    expect(await told('findings', [{ ...report, status }, allergy])).toEqual([]);
  expect(await told('findings', [report, allergy], '2026-12-01T14:59:00+07:00')).toHaveLength(1);
  expect(await told('findings', [report, allergy], '2026-12-01T15:01:00+07:00')).toEqual([]);
});

test('[S5] [S10] [S13] [S16] all of another person is read from that record, and told of it', async () => {
  for (const [source, rows, rules] of [
    ['requests', [consent, form], ['S5', 'S10']],
    ['findings', [report], ['S13', 'S16']],
  ] as const) {
    const host = hostWith(...rows);
    const { signals } = await signalsOf(module, source, host, { now: NOW, person: FAKE_MOTHER });
    expect(signals.map(({ id, patientId }) => [id.split('/')[1], patientId])).toEqual(
      rules.map((rule) => [rule, FAKE_MOTHER.id]),
    );
    for (const { path } of host.seen.requests) expect(path).toMatch(new RegExp(`^/Patient/${FAKE_MOTHER.id}/`));
  }
});

test.each([
  ['requests', 'QuestionnaireResponse', ['S5', 'S6']],
  ['requests', 'Consent', ['S6', 'S10']],
  ['findings', 'DiagnosticReport', ['S16']],
])('[S5] [S10] [S13] %s without %s has failed and tells only %j', async (source, type, rules) => {
  const rows: Rows = [consent, link, form, report];
  const host = createFakeHost({
    respond: ({ path }) =>
      path.endsWith(`/${type}`)
        ? undefined
        : searchset(rows.filter((row) => path.endsWith(`/${String(row['resourceType'])}`))),
  });
  const { status, signals } = await signalsOf(module, source, host, { now: NOW });
  expect(status).toBe('failed');
  expect(signals.map(({ id }) => id.split('/')[1])).toEqual(rules);
});

test('[S16] a record without a word about allergies says so; one word is enough, be it that none is known', async () => {
  expect(inShort(await told('findings', []))).toEqual([
    `gap.0 mfe-records/S16/${FAKE_MAIN.id}: Hồ sơ chưa ghi gì về dị ứng`,
  ]);
  expect(await told('findings', [allergy])).toEqual([]);
  const refuted = { ...allergy, verificationStatus: { coding: [{ code: 'entered-in-error' }] } };
  expect(await told('findings', [refuted])).toHaveLength(1);
});

test('[S16] allergies that could not be read are no gap', async () => {
  const host = createFakeHost({
    respond: ({ path }) => (path.endsWith('/AllergyIntolerance') ? undefined : searchset([])),
  });
  expect(await signalsOf(module, 'findings', host, { now: NOW })).toMatchObject({ status: 'failed', signals: [] });
});

test('[S13] the news of another person are read from that record alone', async () => {
  const host = hostWith(report, allergy);
  const { signals } = await signalsOf(module, 'findings', host, { now: NOW, person: FAKE_MOTHER });
  expect(signals.map(({ patientId }) => patientId)).toEqual([FAKE_MOTHER.id]);
  expect(host.seen.requests.every(({ path }) => path.startsWith(`/Patient/${FAKE_MOTHER.id}/`))).toBe(true);
  expect(host.seen.requests.length).toBeLessThanOrEqual(3);
});

test('[S16] "none" is stored as the fact that no allergy is known, "yes" leads to the form', async () => {
  const host = createFakeHost({ respond: ({ method }) => (method === 'GET' ? searchset([]) : { id: 'x' }) });
  const { signals, feed } = await signalsOf(module, 'findings', host, { now: NOW, person: FAKE_MOTHER });
  expect(signals[0]?.actions.map(({ id, place }) => [id, place?.screen])).toEqual([
    ['some', 'allergy-create'],
    ['none', undefined],
  ]);
  await feed.act(`mfe-records/S16/${FAKE_MOTHER.id}`, 'none', '00000000-0000-4000-8000-000000000000');
  expect(host.seen.requests.find(({ method }) => method === 'POST')).toMatchObject({
    path: '/AllergyIntolerance',
    idempotencyKey: '00000000-0000-4000-8000-000000000000',
    queue: { patientId: FAKE_MOTHER.id },
    body: {
      patient: { reference: `Patient/${FAKE_MOTHER.id}` },
      code: { coding: [{ system: 'http://snomed.info/sct', code: '716186003' }] },
    },
  });
});

test('[S16] who may only read the record is not asked for its allergies', async () => {
  const mother = { ...FAKE_MOTHER, may: ['read' as const] };
  const host = hostWith();
  host.patient.set({ ...host.patient.get(), family: [FAKE_MAIN, mother] });
  expect(await signalsOf(module, 'findings', host, { now: NOW, person: mother })).toMatchObject({
    status: 'ready',
    signals: [],
  });
});

test.each(manifest.slots.filter(({ ahead }) => ahead !== undefined))(
  'the calls that the host may make ahead for "$slot" are calls that the source makes first',
  async ({ slot, ahead = [] }) => {
    const host = hostWith();
    await signalsOf(module, slot, host, { now: NOW });
    expect(host.seen.requests.map(declared)).toEqual(expect.arrayContaining([...ahead]));
  },
);

/** A call as module.json names it. */
function declared({ method, service, path, query = {} }: ServiceRequest): string {
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  return `${method} ${service} ${path.replace(FAKE_MAIN.id, ':id')}?${decodeURIComponent(search.toString())}`;
}
