/** @jest-environment ./shared/build/src/jest-browser.cjs */
import { AppError } from '@phr/contract/app-error';
import type { PatientContext, ServiceRequest } from '@phr/contract/host-api';
import { createStore } from '@phr/contract/store';
import { FAKE_MAIN, FAKE_MOTHER } from '@phr/testing/fake-host';
import { waitFor } from '@testing-library/dom';
import { createCurrentDeviceApi } from './current-device.api.ts';
import { followGlucoseUnit } from './glucose-unit.ts';
import { createDeviceProperties, type DeviceProperties } from './device-properties.model.ts';

const propertyOf = (code: string, text: string) => ({
  type: { coding: [{ system: 's', code }] },
  valueCode: [{ text }],
});

function server(answer: (request: ServiceRequest) => unknown) {
  const requests: ServiceRequest[] = [];
  const ids = new Map<string, string>();
  const api = createCurrentDeviceApi(
    {
      async send(request) {
        requests.push(request);
        return { status: 200, body: await answer(request), receivedAt: '2026-11-25T10:00:00Z' };
      },
    },
    () => ({ deviceId: 'A1B2C3D4E5F6', deviceName: 'Chrome, Linux' }),
    { recall: (patientId) => ids.get(patientId), remember: (patientId, deviceId) => ids.set(patientId, deviceId) },
  );
  return { api, requests, ids };
}

const signedOut: PatientContext = { epoch: 0, family: [] };
const own: PatientContext = { epoch: 1, main: FAKE_MAIN, viewed: FAKE_MAIN, family: [FAKE_MAIN, FAKE_MOTHER] };
const settle = ({ state }: DeviceProperties) => waitFor(() => expect(state.get().status).not.toBe('loading'));

test('[DASH-18] [CALL-24] reads and saves properties as texts, from this device of the main patient', async () => {
  const { api, requests } = server(() => ({
    resourceType: 'Bundle',
    entry: [
      {
        resource: {
          resourceType: 'Device',
          id: 'd',
          property: [propertyOf('DASHBOARD_VITALS', '["8867-4"]'), propertyOf('FW_URL', 'x')],
        },
      },
    ],
  }));
  const context = createStore(signedOut);
  const properties = createDeviceProperties(api, context);
  expect(properties.state.get()).toEqual({ status: 'loading', values: {} });
  context.set(own);
  await settle(properties);
  expect(properties.state.get()).toEqual({ status: 'ready', values: { DASHBOARD_VITALS: '["8867-4"]' } });
  expect(requests[0]).toMatchObject({
    path: '/Device',
    query: { patient: 'patient-main', identifier: expect.stringMatching(/\/device-id\|A1B2C3D4E5F6$/) },
  });

  await properties.save({ DASHBOARD_FEATURES: '["FAMILY"]' });
  expect(requests).toHaveLength(2);
  expect(requests[1]).toMatchObject({
    path: '/api/phr/device/current/add',
    body: {
      patientId: 'patient-main',
      currentDevice: {
        deviceId: 'A1B2C3D4E5F6',
        deviceName: 'Chrome, Linux',
        deviceCode: 'A1B2C3D4E5F6',
        properties: { DASHBOARD_FEATURES: '["FAMILY"]' },
      },
    },
  });
  expect(properties.state.get().values).toEqual({ DASHBOARD_VITALS: '["8867-4"]', DASHBOARD_FEATURES: '["FAMILY"]' });
});

test("asks for the owner's properties once, and takes none asked for another person", async () => {
  const { api, requests } = server(() => ({
    resourceType: 'Bundle',
    entry: [
      { resource: { resourceType: 'Device', id: 'd', property: [propertyOf('DASHBOARD_VITALS', '["8867-4"]')] } },
    ],
  }));
  const context = createStore(signedOut);
  const properties = createDeviceProperties(api, context);
  properties.readAhead('patient-main');
  expect(requests).toHaveLength(1);
  expect(properties.state.get().status).toBe('loading');
  context.set(own);
  await settle(properties);
  expect(properties.state.get().values).toEqual({ DASHBOARD_VITALS: '["8867-4"]' });
  expect(requests).toHaveLength(1);
  properties.readAhead('patient-main');
  expect(requests).toHaveLength(1);

  properties.readAhead('patient-stranger');
  context.set({ epoch: 2, main: FAKE_MOTHER, viewed: FAKE_MOTHER, family: [FAKE_MOTHER] });
  await settle(properties);
  expect(requests.map(({ query }) => query?.['patient'])).toEqual([
    'patient-main',
    'patient-stranger',
    'patient-mother',
  ]);
});

test('[DEV-18] saving settings keeps the device id per person, and finds the device by it again', async () => {
  const { api, requests, ids } = server(() => ({ resourceType: 'Bundle' }));
  await api.save('patient-main', { GLUCOSE_UNIT: 'mg/dL' });
  expect([...ids]).toEqual([['patient-main', 'A1B2C3D4E5F6']]);
  ids.set('patient-main', 'ZZZZZZZZZZZZ');
  await api.read('patient-main');
  await api.read('patient-mother');
  expect(requests.slice(1).map(({ query }) => String(query?.['identifier']).split('|')[1])).toEqual([
    'ZZZZZZZZZZZZ',
    'A1B2C3D4E5F6',
  ]);
});

test('[CALL-51] a socket is registered for the device id that the person has on this browser', async () => {
  const { api, requests, ids } = server(() => ({ registered: true }));
  ids.set('patient-mother', 'ZZZZZZZZZZZZ');
  await api.registerSocket('patient-main', 'socket-1');
  await api.registerSocket('patient-mother', 'socket-2');
  const call = { service: 'admin', method: 'POST', path: '/patient-app/device/register' };
  expect(requests).toMatchObject([
    { ...call, body: { patientId: 'patient-main', deviceId: 'A1B2C3D4E5F6', socketId: 'socket-1' } },
    { ...call, body: { patientId: 'patient-mother', deviceId: 'ZZZZZZZZZZZZ', socketId: 'socket-2' } },
  ]);
});

test('[GLU-02] a choice made before the owner is known is kept once she is, beside what was kept before', async () => {
  let answerRead: (body: unknown) => void = () => undefined;
  const { api, requests } = server(({ method }) =>
    method === 'POST'
      ? {}
      : new Promise((answer) => {
          answerRead = answer;
        }),
  );
  const context = createStore<PatientContext>(signedOut);
  const properties = createDeviceProperties(api, context);
  const saved = properties.save({ GLUCOSE_UNIT: 'mg/dL' });
  expect(requests).toEqual([]);
  context.set(own);
  await saved;
  expect(requests.at(-1)).toMatchObject({
    body: { patientId: 'patient-main', currentDevice: { properties: { GLUCOSE_UNIT: 'mg/dL' } } },
  });
  answerRead({
    resourceType: 'Bundle',
    entry: [
      {
        resource: {
          resourceType: 'Device',
          id: 'd',
          property: [propertyOf('GLUCOSE_UNIT', 'mmol/L'), propertyOf('DASHBOARD_VITALS', '["8867-4"]')],
        },
      },
    ],
  });
  await settle(properties);
  expect(properties.state.get().values).toEqual({ GLUCOSE_UNIT: 'mg/dL', DASHBOARD_VITALS: '["8867-4"]' });
});

test('a save that is refused keeps no device id', async () => {
  const { api, ids } = server(() => {
    throw new AppError({ code: 'SERVER_ERROR', httpStatus: 500 });
  });
  await expect(api.save('patient-main', {})).rejects.toMatchObject({ code: 'SERVER_ERROR' });
  expect(ids.size).toBe(0);
});

test('a device that cannot be read leaves the defaults; a save that is refused changes nothing', async () => {
  const { api } = server(() => {
    throw new AppError({ code: 'SERVER_ERROR', httpStatus: 500 });
  });
  const properties = createDeviceProperties(api, createStore(own));
  await settle(properties);
  expect(properties.state.get()).toEqual({ status: 'failed', values: {} });
  await expect(properties.save({ GLUCOSE_UNIT: 'mg/dL' })).rejects.toMatchObject({ code: 'SERVER_ERROR' });
  expect(properties.state.get().values).toEqual({});
});

test('what one owner arranged is gone before the next one is read', async () => {
  const { api } = server(() => ({
    resourceType: 'Bundle',
    entry: [{ resource: { resourceType: 'Device', id: 'd', property: [propertyOf('GLUCOSE_UNIT', 'mg/dL')] } }],
  }));
  const context = createStore<PatientContext>(own);
  const properties = createDeviceProperties(api, context);
  await settle(properties);
  context.set(signedOut);
  expect(properties.state.get()).toEqual({ status: 'loading', values: {} });
});

test('[FAM-04] [FAM-05] viewing another person reads the device settings again and keeps them on screen', async () => {
  let unit = 'mg/dL';
  const { api, requests } = server(() => ({
    resourceType: 'Bundle',
    entry: [{ resource: { resourceType: 'Device', id: 'd', property: [propertyOf('GLUCOSE_UNIT', unit)] } }],
  }));
  const context = createStore<PatientContext>(own);
  const properties = createDeviceProperties(api, context);
  await settle(properties);
  unit = 'mmol/L';
  context.set({ ...own, epoch: 2, viewed: FAKE_MOTHER });
  expect(properties.state.get()).toEqual({ status: 'ready', values: { GLUCOSE_UNIT: 'mg/dL' } });
  await waitFor(() => expect(properties.state.get().values).toEqual({ GLUCOSE_UNIT: 'mmol/L' }));
  expect(requests.map(({ path, query }) => [path, query?.['patient']])).toEqual([
    ['/Device', 'patient-main'],
    ['/Device', 'patient-main'],
  ]);
});

function unitOf(kept: string) {
  const { api } = server(() => ({
    resourceType: 'Bundle',
    entry: [{ resource: { resourceType: 'Device', id: 'd', property: [propertyOf('GLUCOSE_UNIT', kept)] } }],
  }));
  const properties = createDeviceProperties(api, createStore(own));
  const unit = createStore({ glucoseUnit: 'mmol/L' as 'mmol/L' | 'mg/dL' });
  followGlucoseUnit(properties.state, { settings: unit, choose: (choice) => unit.set({ ...unit.get(), ...choice }) });
  return { properties, unit };
}

test('[GLU-02] applies the unit kept in the device properties, even in a browser that forgot it', async () => {
  const { properties, unit } = unitOf('mg/dL');
  expect(unit.get().glucoseUnit).toBe('mmol/L');
  await settle(properties);
  expect(unit.get().glucoseUnit).toBe('mg/dL');
});

test('[GLU-02] a kept unit that nobody knows leaves mmol/L', async () => {
  const { properties, unit } = unitOf('g/L');
  await settle(properties);
  expect(unit.get().glucoseUnit).toBe('mmol/L');
});
