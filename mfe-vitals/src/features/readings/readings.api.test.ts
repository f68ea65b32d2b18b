import type { ServiceRequest } from '@phr/contract/host-api';
import { VITAL_KEYS } from '@phr/clinical/codings';
import { chartPeriod } from '@phr/clinical/periods';
import { searchset } from '@phr/testing/dev-page';
import { createFakeHost } from '@phr/testing/fake-host';
import { deleteReading, saveNote } from './reading-writes.api.ts';
import { fetchLatest, fetchPage, fetchPeriod } from './readings.api.ts';
import { rawBloodPressure, rawValue } from './samples.test-support.ts';

const signal = new AbortController().signal;
const AT = '2026-11-25T08:15:00+07:00';
const hostWith = (respond: (request: ServiceRequest) => unknown) => createFakeHost({ respond });

test('[CALL-75][VIT-48] one request asks for all vitals with both codings, newest first, 200 of them', async () => {
  const host = hostWith(() => searchset([rawBloodPressure(128, 82, AT)]));
  const page = await fetchLatest(host.request, 'p1', VITAL_KEYS, signal);
  expect(page.observations).toHaveLength(1);
  expect(host.seen.requests).toHaveLength(1);
  const [request] = host.seen.requests;
  expect(request).toMatchObject({
    service: 'fhir',
    method: 'GET',
    path: '/Patient/p1/Observation',
    query: { _sort: '-date', _count: 200 },
  });
  const codes = String(request?.query?.['code']).split(',');
  expect(codes).toEqual(
    expect.arrayContaining(['85354-9', '75367002', '8867-4', '364075005', '15074-8', '2339-0', '131328']),
  );
});

test('a vital that a sensor has pushed off the first page is asked for again', async () => {
  const host = hostWith(({ query }) =>
    String(query?.['code']).includes('15074-8')
      ? searchset([rawValue('glucoses', 6, AT)], 900, '/Patient/p1/Observation?page=2')
      : searchset([rawBloodPressure(128, 82, AT)]),
  );
  const { observations } = await fetchLatest(host.request, 'p1', VITAL_KEYS, signal);
  expect(observations.map(({ id }) => id?.split('-')[0])).toEqual(['glucoses', 'bp']);
  expect(host.seen.requests).toHaveLength(2);
  expect(String(host.seen.requests[1]?.query?.['code'])).not.toContain('15074-8');
});

test('asking again ends when it brings nothing new', async () => {
  const host = hostWith(() => searchset([rawValue('glucoses', 6, AT)], 900, '/Patient/p1/Observation?page=2'));
  await fetchLatest(host.request, 'p1', VITAL_KEYS, signal);
  expect(host.seen.requests).toHaveLength(2);
});

test('a list says how many readings there are in all, so the server is asked to count', async () => {
  const host = hostWith(() => searchset([rawValue('weights', 58, AT)], 143));
  expect((await fetchPage(host.request, 'p1', ['weights'], undefined, signal)).total).toBe(143);
  expect(host.seen.requests[0]?.query).toMatchObject({ _total: 'accurate' });
});

test("[VIT-49] asks for a period by its first and last instant in the person's zone, 1000 a page", async () => {
  const host = hostWith(({ path }) =>
    path.includes('page=2')
      ? searchset([rawValue('weights', 57, AT)])
      : searchset([rawValue('weights', 58, AT)], 2, '/Patient/p1/Observation?page=2'),
  );
  const period = chartPeriod('7d', '2026-11-25', 'Asia/Ho_Chi_Minh');
  const { observations, next } = await fetchPeriod(
    host.request,
    'p1',
    'weights',
    period,
    'Asia/Ho_Chi_Minh',
    undefined,
    signal,
  );
  expect(host.seen.requests[0]?.query).toMatchObject({
    date: ['ge2026-11-19T00:00:00+07:00', 'le2026-11-25T23:59:59+07:00'],
    _count: 1000,
  });
  expect(observations).toHaveLength(2);
  expect(next).toBeUndefined();
});

test('a flood ends after ten pages and says where it goes on', async () => {
  let page = 1;
  const host = hostWith(() =>
    searchset([rawValue('weights', 58, AT)], 99_999, `/Patient/p1/Observation?page=${(page += 1)}`),
  );
  const read = (next?: string) =>
    fetchPeriod(host.request, 'p1', 'weights', chartPeriod('year', '2026-11-25', 'UTC'), 'UTC', next, signal);
  const { next } = await read();
  expect(host.seen.requests).toHaveLength(10);
  expect(next).toBe('/Patient/p1/Observation?page=11');
  expect((await read(next)).next).toBe('/Patient/p1/Observation?page=21');
  expect(host.seen.requests[10]).toMatchObject({ path: '/Patient/p1/Observation?page=11' });
});

test('what is no observation among the hits is left out', async () => {
  const host = hostWith(() => ({
    resourceType: 'Bundle',
    entry: [{ resource: { resourceType: 'OperationOutcome' } }, {}, null, { resource: rawBloodPressure(120, 80, AT) }],
  }));
  expect((await fetchPage(host.request, 'p1', ['bloodPressures'], undefined, signal)).observations).toHaveLength(1);
  const empty = hostWith(() => ({ resourceType: 'Bundle' }));
  expect((await fetchPage(empty.request, 'p1', ['bloodPressures'], undefined, signal)).observations).toEqual([]);
});

test('[CALL-17] a reading is deleted by the PHR service', async () => {
  const host = hostWith(() => ({ id: 'r1' }));
  await deleteReading(host.request, 'r1');
  expect(host.seen.requests).toEqual([{ service: 'phr', method: 'DELETE', path: '/api/phr/observation/r1' }]);
});

test('[VIT-53][CALL-18] a note is sent to the PHR service', async () => {
  const host = hostWith(() => ({}));
  await saveNote(host.request, 'r1', 'Đo sau khi đi bộ');
  expect(host.seen.requests).toEqual([
    { service: 'phr', method: 'PUT', path: '/api/phr/observation/note/r1', body: { note: 'Đo sau khi đi bộ' } },
  ]);
});
