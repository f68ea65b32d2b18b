import type { ServiceAnswer, ServiceRequest } from '@phr/contract/host-api';
import { createModuleRequests } from './module-requests.ts';

const answer = (next?: string): ServiceAnswer => ({
  status: 200,
  body: {},
  receivedAt: '2026-11-28T00:00:00Z',
  ...(next === undefined ? {} : { next }),
});
const get = (path: string): ServiceRequest => ({ service: 'fhir', method: 'GET', path });

test('[ARCH-03] a module sends the calls that it declares and their next pages, and nothing else', async () => {
  const sent: string[] = [];
  const requests = createModuleRequests(
    {
      send: async ({ path }) => {
        sent.push(path);
        return answer(path === '/Patient/1/Observation' ? '/?_getpages=abc' : undefined);
      },
    },
    { contract: '^1.0.0', calls: ['GET fhir /Patient/:id/Observation'] },
  );
  await expect(requests.send(get('/?_getpages=abc'))).rejects.toMatchObject({
    name: 'AppError',
    code: 'CALL_NOT_DECLARED',
  });
  await requests.send(get('/Patient/1/Observation'));
  await requests.send(get('/?_getpages=abc'));
  await expect(requests.send(get('/Patient/1'))).rejects.toMatchObject({ code: 'CALL_NOT_DECLARED' });
  expect(sent).toEqual(['/Patient/1/Observation', '/?_getpages=abc']);
});

test('[ARCH-03] each entry of a transaction is a call of its own, for modules of contract 1.2 and later', async () => {
  const calls = ['POST fhir /', 'POST fhir /Observation'];
  const transaction = (...entry: readonly (readonly [string, string])[]): ServiceRequest => ({
    service: 'fhir',
    method: 'POST',
    path: '/',
    body: {
      resourceType: 'Bundle',
      type: 'transaction',
      entry: entry.map(([method, url]) => ({ request: { method, url } })),
    },
  });
  const requests = createModuleRequests({ send: async () => answer() }, { contract: '^1.2.0', calls });
  await requests.send(transaction(['POST', 'Observation'], ['POST', '/Observation']));
  for (const other of [
    ['PUT', 'Patient/1'],
    ['POST', 'Condition'],
    ['DELETE', 'Observation/1'],
  ] as const) {
    await expect(requests.send(transaction(['POST', 'Observation'], other))).rejects.toMatchObject({
      code: 'CALL_NOT_DECLARED',
      message: `${other[0]} fhir is not declared in module.json`,
    });
  }
  // older releases keep working; the server decides what they may do in a record
  await createModuleRequests({ send: async () => answer() }, { contract: '^1.1.0', calls }).send(
    transaction(['PUT', 'DiagnosticReport/1']),
  );
});
