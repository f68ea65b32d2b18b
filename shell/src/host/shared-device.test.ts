import { createSharedDevice } from './shared-device.ts';
import { createTextStore } from './storage.ts';

const device = createTextStore(() => window.localStorage);
const tab = createTextStore(() => window.sessionStorage);
beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

test('[UX-27] a marked device keeps nothing of persons any more, and what is kept from then on goes with the page', () => {
  const shared = createSharedDevice(device, tab);
  shared.persons.set('phr.context.main', 'mother');
  shared.persons.set('phr.device.main', 'A1');
  shared.persons.set('phr.verifying.0901', 'x');
  device.set('phr.lang', 'en-US');
  shared.write(true);
  expect(device.keys().toSorted()).toEqual(['phr.lang', 'phr.shared']);
  expect(shared.persons.keys()).toEqual(['phr.verifying.0901']);
  shared.persons.set('phr.context.main', 'son');
  expect([device.get('phr.context.main'), tab.get('phr.context.main'), shared.persons.get('phr.context.main')]).toEqual([undefined, undefined, 'son']);
  expect(shared.persons.keys().toSorted()).toEqual(['phr.context.main', 'phr.verifying.0901']);
});

test('[UX-27] the mark outlives the tab and is seen by every other one, until it is taken away', () => {
  createSharedDevice(device, tab).write(true);
  sessionStorage.clear();
  const next = createSharedDevice(device, tab);
  expect(next.read()).toBe(true);
  next.write(false);
  expect(createSharedDevice(device, tab).read()).toBe(false);
  next.persons.set('phr.context.main', 'mother');
  expect(device.get('phr.context.main')).toBe('mother');
});

test('[UX-27] a session that began on a shared device keeps nothing to its end, also when the mark is taken away meanwhile', () => {
  const shared = createSharedDevice(device, tab);
  shared.holdForSession();
  expect(createSharedDevice(device, tab).read()).toBe(true);
  shared.write(false);
  shared.persons.set('phr.context.main', 'mother');
  expect([shared.read(), device.keys(), tab.keys()]).toEqual([true, [], []]);
});

test('[AUTH-21] whom a person looked at last, and her number, do not stay on the device after a sign-out', () => {
  const own = createSharedDevice(device, tab);
  for (const key of ['phr.context.main', 'phr.verifying.0901', 'phr.device.main']) own.persons.set(key, 'x');
  own.forgetPersons();
  expect(device.keys()).toEqual(['phr.device.main']);
});
