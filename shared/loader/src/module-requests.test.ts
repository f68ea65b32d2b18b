import type { ServiceAnswer, ServiceRequest } from '@phr/contract/host-api';
import { createModuleRequests } from './module-requests.ts';

const answer = (next?: string): ServiceAnswer => ({ status: 200, body: {}, receivedAt: '2026-11-28T00:00:00Z', ...(next === undefined ? {} : { next }) });
const get = (path: string): ServiceRequest => ({ service: 'fhir', method: 'GET', path });

test('[ARCH-03] a module sends the calls that it declares and the next pages of their answers, nothing else', async () => {
  const sent: string[] = [];
  const requests = createModuleRequests({ send: async ({ path }) => { sent.push(path); return answer(path === '/Patient/1/Observation' ? '/?_getpages=abc' : undefined); } }, ['GET fhir /Patient/:id/Observation']);
  await expect(requests.send(get('/?_getpages=abc'))).rejects.toMatchObject({ name: 'AppError', code: 'CALL_NOT_DECLARED' });
  await requests.send(get('/Patient/1/Observation'));
  await requests.send(get('/?_getpages=abc'));
  await expect(requests.send(get('/Patient/1'))).rejects.toMatchObject({ code: 'CALL_NOT_DECLARED' });
  expect(sent).toEqual(['/Patient/1/Observation', '/?_getpages=abc']);
});
