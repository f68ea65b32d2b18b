/** @jest-environment ./shared/build/src/jest-browser.cjs */
import { createSharedDevice } from './shared-device.ts';
import { createTextStore } from './storage.ts';

const inMemory = () =>
  createTextStore(() => {
    throw new Error('in memory alone');
  });
const marks = createTextStore(() => window.localStorage);
let [device, tab] = [inMemory(), inMemory()];
const open = () => createSharedDevice({ marks, device, tab });
beforeEach(() => {
  localStorage.clear();
  [device, tab] = [inMemory(), inMemory()];
});

test('[UX-27] a marked device stores nothing of persons; what it keeps ends with the page', () => {
  const shared = open();
  shared.persons.set('phr.context.main', 'mother');
  shared.persons.set('phr.device.main', 'A1');
  shared.persons.set('phr.verifying.0901', 'x');
  shared.write(true);
  expect([device.keys(), marks.keys()]).toEqual([[], ['phr.shared']]);
  expect(shared.persons.keys()).toEqual(['phr.verifying.0901']);
  shared.persons.set('phr.context.main', 'son');
  expect([device.get('phr.context.main'), tab.get('phr.context.main'), shared.persons.get('phr.context.main')]).toEqual(
    [undefined, undefined, 'son'],
  );
  expect(shared.persons.keys().toSorted()).toEqual(['phr.context.main', 'phr.verifying.0901']);
});

test('[UX-27] the mark outlives the tab and is seen by every other one, until it is taken away', () => {
  open().write(true);
  tab = inMemory();
  const next = open();
  expect(next.read()).toBe(true);
  next.write(false);
  expect(open().read()).toBe(false);
  next.persons.set('phr.context.main', 'mother');
  expect(device.get('phr.context.main')).toBe('mother');
});

test('[UX-27] a session begun on a shared device stores nothing to its end, even once unmarked', () => {
  const shared = open();
  shared.holdForSession();
  expect(open().read()).toBe(true);
  shared.write(false);
  shared.persons.set('phr.context.main', 'mother');
  expect([shared.read(), device.keys(), tab.keys()]).toEqual([true, [], []]);
});

test('[AUTH-21] whom a person looked at last, and her number, do not stay on the device after a sign-out', () => {
  const own = open();
  for (const key of ['phr.context.main', 'phr.verifying.0901', 'phr.device.main']) own.persons.set(key, 'x');
  own.forgetPersons();
  // a state the page was still writing when its person left
  own.persons.set('phr.today.room.main', '360 240');
  expect(device.keys()).toEqual(['phr.device.main']);
});
