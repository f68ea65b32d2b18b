import { sealedDevice, sealedTab } from './sealed-texts.ts';
import { createTextStore, localStore, type TextStore } from './storage.ts';

/** Whether many people use this device (ux.md part D). */
export interface SharedDevice {
  read(): boolean;
  /** The session of this page is one of a shared device, and stays so when the mark is taken away. The mark is set as a reminder. */
  holdForSession(): void;
  /** Deletes what the device keeps of those who signed in on it: whom they looked at last, and numbers that wait for their code. What the page that ends would still write of them is not kept. */
  forgetPersons(): void;
  /** Marks the device, or takes the mark away. What it kept of persons goes; a sign-up that is under way stays with its tab. */
  write(isShared: boolean): void;
  /** What is kept of persons: with the device, or in the page's memory where many people use it. There a sign-up that is under way stays with the tab, since its way leads over another page. */
  readonly persons: TextStore;
}

const KEY = 'phr.shared';
/** What is kept under a person's id or number. */
const OF_PERSONS = ['phr.context.', 'phr.device.', 'phr.today.'];
const OF_SIGN_UPS = ['phr.signup.', 'phr.verifying.'];
/** Of no use after a sign-out. The device's id of a person (D-79), and what a link told a sign-up, wait for the next sign-in. */
const LEFT_BY_PERSONS = ['phr.context.', 'phr.verifying.', 'phr.today.'];

export interface SharedDeviceStores {
  /** Keeps the mark, in the clear. */
  readonly marks: TextStore;
  /** Keep what is of persons, sealed. */
  readonly device: TextStore;
  readonly tab: TextStore;
}

/** The mark is kept with the device: it stays a shared one when somebody signs out, for the next tab and for the next person, until the mark is taken away. */
export function createSharedDevice({ marks, device, tab }: SharedDeviceStores): SharedDevice {
  const memory = createTextStore(() => {
    throw new Error('in memory alone');
  });
  let isOfSession = false;
  let isForgotten = false;
  const read = (): boolean => isOfSession || marks.get(KEY) !== undefined;
  const isOf = (prefixes: readonly string[], key: string): boolean => prefixes.some((prefix) => key.startsWith(prefix));
  const storeOf = (key: string): TextStore => (!read() ? device : isOf(OF_SIGN_UPS, key) ? tab : memory);
  const shared: SharedDevice = {
    read,
    holdForSession() {
      isOfSession = true;
      shared.write(true);
    },
    forgetPersons() {
      isForgotten = true;
      for (const store of [device, tab, memory])
        for (const key of store.keys()) if (isOf(LEFT_BY_PERSONS, key)) store.remove(key);
    },
    write(isShared) {
      if (!isShared) {
        marks.remove(KEY);
        return;
      }
      marks.set(KEY, '1');
      for (const key of device.keys()) {
        const isSignUp = isOf(OF_SIGN_UPS, key);
        if (isSignUp) tab.set(key, device.get(key) ?? '');
        if (isSignUp || isOf(OF_PERSONS, key)) device.remove(key);
      }
    },
    persons: {
      get: (key) => storeOf(key).get(key),
      set(key, value) {
        if (!isForgotten || !isOf(LEFT_BY_PERSONS, key)) storeOf(key).set(key, value);
      },
      remove: (key) => storeOf(key).remove(key),
      keys: () => (read() ? [...tab.keys().filter((key) => isOf(OF_SIGN_UPS, key)), ...memory.keys()] : device.keys()),
    },
  };
  return shared;
}

export const sharedDevice: SharedDevice = createSharedDevice({
  marks: localStore,
  device: sealedDevice,
  tab: sealedTab,
});
