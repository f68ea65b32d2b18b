/** @jest-environment ./shared/build/src/jest-browser.cjs */
import { errorKey } from '@phr/http/error-key';
import { createEmbedHost } from './embed-host.ts';

const SERVICE = {
  origin: 'https://phr.test',
  baseOf: () => 'https://phr.test/fhir',
  tokenEndpoint: 'https://id.test/connect/token',
  emergencyNumber: '115',
  supportPhone: '',
  clinicalTexts: 'signed' as const,
};

const VIEW = {
  all: [],
  onSerial: () => undefined,
  isOff: () => false,
  manifest: { contract: '^1.0.0', routes: [], calls: ['GET fhir /Patient/:id/Observation'] },
};

test('[ERR-16] a call without a person is not sent, and says so', async () => {
  const options = {
    element: document.body,
    module: 'mfe-vitals',
    view: 'blood-pressure',
    patient: { id: 'p1', name: 'AN' },
    getAccessToken: async () => '',
  };
  const { host } = createEmbedHost(options, SERVICE, VIEW);
  const error = await host.request
    .send({ service: 'fhir', method: 'GET', path: '/Patient/p1/Observation' })
    .catch((cause: unknown) => cause);
  expect(error).toMatchObject({ code: 'ANONYMOUS' });
  expect(errorKey({ code: 'ANONYMOUS', message: '', source: 'ID_SERVER' })).toBe('error.anonymous');
});

test('a page whose sign-in has ended is told as such by every call, whatever it threw', async () => {
  const options = {
    element: document.body,
    module: 'mfe-vitals',
    view: 'blood-pressure',
    patient: { id: 'p1', name: 'AN' },
    getAccessToken: () => {
      throw new TypeError('session is null');
    },
  };
  const { host } = createEmbedHost(options, SERVICE, VIEW);
  await expect(
    host.request.send({ service: 'fhir', method: 'GET', path: '/Patient/p1/Observation' }),
  ).rejects.toMatchObject({ name: 'AppError', code: 'UNAUTHORIZED', source: 'ID_SERVER' });
});

test('[ARCH-06] a view whose module is turned off makes no call any more', async () => {
  const options = {
    element: document.body,
    module: 'mfe-vitals',
    view: 'blood-pressure',
    patient: { id: 'p1', name: 'AN' },
    getAccessToken: async () => {
      throw new Error('asked for a token');
    },
  };
  const { host } = createEmbedHost(options, SERVICE, { ...VIEW, onSerial: () => undefined, isOff: () => true });
  await expect(
    host.request.send({ service: 'fhir', method: 'GET', path: '/Patient/p1/Observation' }),
  ).rejects.toMatchObject({ code: 'MODULE_OFF' });
});

test('what is typed in a view is known until its form has gone', () => {
  const options = {
    element: document.body,
    module: 'mfe-vitals',
    view: 'blood-pressure',
    patient: { id: 'p1', name: 'AN' },
    getAccessToken: async () => 'token',
  };
  const { host, isDirty } = createEmbedHost(options, SERVICE, VIEW);
  expect(isDirty()).toBe(false);
  const leave = host.navigation.guard(() => true);
  host.navigation.guard(() => false);
  expect(isDirty()).toBe(true);
  leave();
  expect(isDirty()).toBe(false);
});
