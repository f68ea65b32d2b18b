import type { Registry } from '@phr/contract/registry';
import type { AuthStatus } from '../services/auth/auth-state.ts';
import type { PatientStatus } from '../services/patient/patient.model.ts';
import { decide } from './guard.ts';
import { createRouteTable } from '../core/routes.ts';
import { offerOf } from '../testing/offer-of.ts';

const entry = (
  name: string,
  routes: Registry['modules'][number]['current']['manifest']['routes'],
): Registry['modules'][number] => ({
  name,
  enabled: true,
  loadTimeoutMs: 1,
  current: {
    version: '1.0.0',
    container: 'c',
    entry: '/m/x.js',
    integrity: '',
    manifest: { name, contract: '^1.0.0', access: 'signed-in', slots: [], calls: [], routes },
  },
});
const table = createRouteTable(
  offerOf({
    schema: 1,
    publishedAt: '',
    modules: [
      entry('mfe-imaging', [
        { screen: 'dicom-viewer', path: '/dicom-viewer', layout: 'viewer', needsMainPatient: true, openByQr: true },
      ]),
      entry('mfe-devices', [
        {
          screen: 'medical-devices',
          path: '/medical-devices',
          layout: 'app',
          needsMainPatient: true,
          mainPatientOnly: true,
        },
      ]),
    ],
  }),
);
const at = (path: string, auth: AuthStatus, patient: PatientStatus = 'ready', isOwnRecord = true) => {
  const { pathname, search } = new URL(path, 'https://x.test');
  const decision = decide(table, pathname, search, { auth, patient, isOwnRecord });
  return decision.kind === 'show' ? decision.route.screen : decision;
};
const go = (to: string, keep = false) => ({ kind: 'go', to, keep });

test('[ROUTE-84] [SEC-05] without a token every signed-in path leads to sign-in and is kept', () => {
  for (const { set, path } of table.routes) {
    if (set === 'in') expect(at(path.replace(/:\w+\??/g, 'x'), 'anonymous')).toEqual(go('/signin', true));
  }
  expect(at('/', 'anonymous')).toEqual(go('/signin'));
});

test('[ROUTE-84] with a token the signed-out screens lead to the dashboard', () => {
  for (const path of ['/signin', '/signup', '/quick-in', '/auth-cb', '/oneid-cb', '/phone-to-verify', '/partner'])
    expect(at(path, 'signed-in')).toEqual(go('/dashboard'));
});

test('[ROUTE-10] [ROUTE-06] [ROUTE-04] utm, register-org and phone-verify open with and without a token', () => {
  for (const auth of ['anonymous', 'signed-in'] as const) {
    expect(at('/utm/zalo', auth)).toBe('utm');
    expect(at('/register-org/1', auth)).toBe('register-org');
    expect(at('/phone-verify', auth)).toBe('phone-verify');
  }
});

test('[UI-18] while the token loads the page waits, but a callback goes on', () => {
  expect(at('/dashboard', 'loading', 'idle')).toEqual({ kind: 'wait' });
  expect(at('/auth-cb?code=1&state=2', 'loading', 'idle')).toBe('auth-cb');
});

test('[AUTH-24] [AUTH-25] without a main patient screens that need one lead to confirm-create-profile', () => {
  expect(at('/dashboard', 'signed-in', 'missing')).toEqual(go('/confirm-create-profile'));
  expect(at('/setting', 'signed-in', 'missing')).toBe('setting');
  expect(at('/confirm-create-profile', 'signed-in', 'missing')).toBe('confirm-create-profile');
  expect(at('/create-profile', 'signed-in', 'missing')).toBe('create-profile');
});

test('[AUTH-24] a server fault leads to an error on the spot, never to a second profile', () => {
  expect(at('/dashboard', 'signed-in', 'failed')).toMatchObject({ kind: 'failed' });
  expect(at('/setting', 'signed-in', 'failed')).toBe('setting');
});

test('somebody with a profile is not asked to create one', () => {
  expect(at('/confirm-create-profile', 'signed-in')).toEqual(go('/dashboard'));
});

test('[MENU-04] device screens are closed while another person is viewed', () => {
  expect(at('/medical-devices', 'signed-in', 'ready', true)).toBe('medical-devices');
  expect(at('/medical-devices', 'signed-in', 'ready', false)).toMatchObject({
    kind: 'own-only',
    route: { screen: 'medical-devices' },
  });
});

test("a viewer opened by QR code and id needs no record of one's own", () => {
  expect(at('/dicom-viewer?qr=a&id=b', 'signed-in', 'missing')).toBe('dicom-viewer');
  expect(at('/dicom-viewer?diagnosticReportId=b', 'signed-in', 'missing')).toEqual(go('/confirm-create-profile'));
});

test('anything else is not found, with and without a token', () => {
  expect(at('/no/such/path', 'anonymous')).toEqual({ kind: 'not-found' });
  expect(at('/no/such/path', 'signed-in')).toEqual({ kind: 'not-found' });
});
