import { errorKey } from '@phr/http/error-key';
import { createEmbedHost } from './embed-host.ts';

const SERVICE = { origin: 'https://phr.test', registry: { schema: 1 as const, publishedAt: '', modules: [] }, baseOf: () => 'https://phr.test/fhir', tokenEndpoint: 'https://id.test/connect/token', emergencyNumber: '115', supportPhone: '' };

test('[ERR-16] a call without a person is not sent, and says so', async () => {
  const options = { element: document.body, module: 'mfe-vitals', view: 'blood-pressure', patient: { id: 'p1', name: 'AN' }, getAccessToken: async () => '' };
  const { host } = createEmbedHost(options, SERVICE, ['GET fhir /Patient/:id/Observation']);
  const error = await host.request.send({ service: 'fhir', method: 'GET', path: '/Patient/p1/Observation' }).catch((cause: unknown) => cause);
  expect(error).toMatchObject({ code: 'ANONYMOUS' });
  expect(errorKey({ code: 'ANONYMOUS', message: '', source: 'ID_SERVER' })).toBe('error.anonymous');
});
