import { createStore } from '@phr/contract/store';
import { createFakeHost } from '@phr/testing/fake-host';
import { createHostFor } from './host-api.ts';

const CALL = { service: 'fhir', method: 'GET', path: '/Patient/1' } as const;

test('[ARCH-06] a module that is turned off makes no call any more, and makes them again when it is back', async () => {
  const fake = createFakeHost({ respond: () => ({ data: 'answer' }) });
  const off = new Set<string>();
  const hostFor = createHostFor({
    ...fake,
    getAccessToken: async () => 'token',
    clientFor: () => ({ client: fake.request, waiting: createStore([]) }),
    draftsFor: () => fake.drafts,
    logFor: () => fake.log,
    isOff: (module) => off.has(module),
  });
  const manifest = {
    name: 'mfe-a',
    contract: '^1.0.0',
    access: 'signed-in' as const,
    routes: [],
    slots: [],
    calls: ['GET fhir /Patient/:id'],
  };
  const { request } = hostFor({ version: '1.0.0', container: 'a', entry: '', integrity: '', manifest });
  const sent = () => fake.seen.requests.length;
  await request.send(CALL);
  off.add('mfe-a');
  await expect(request.send(CALL)).rejects.toMatchObject({ code: 'MODULE_OFF', source: 'FHIR_SERVER' });
  expect(sent()).toBe(1);
  off.delete('mfe-a');
  await request.send(CALL);
  expect(sent()).toBe(2);
});
