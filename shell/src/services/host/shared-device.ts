import { sealedDevice, sealedTab } from './sealed-texts.ts';
import { createTextStore, localStore, type TextStore } from './storage.ts';

/** Whether this device is shared by many people (ux.md part D). */
export interface SharedDevice {
  read(): boolean;
  /** This page's session is on a shared device, and stays so if the mark is removed. Also sets the mark. */
  holdForSession(): void;
  /**
   * Deletes stored data of people who signed in: last viewed person, numbers awaiting their code. Later writes by the
   * ending page are dropped too.
   */
  forgetPersons(): void;
  /** Sets or removes the mark. Stored personal data is deleted; a sign-up in progress stays in its tab. */
  write(isShared: boolean): void;
  /**
   * Storage of personal data: on the device, or in page memory on a shared device. There a sign-up in progress stays in
   * the tab, as it leads through another page.
   */
  readonly persons: TextStore;
}

const KEY = 'phr.shared';
/** Keys that contain a person's id or number. */
const OF_PERSONS = ['phr.context.', 'phr.device.', 'phr.today.'];
const OF_SIGN_UPS = ['phr.signup.', 'phr.verifying.'];
/** Useless after sign-out. A person's device id (D-79) and a sign-up's link data are kept for the next sign-in. */
const LEFT_BY_PERSONS = ['phr.context.', 'phr.verifying.', 'phr.today.'];

export interface SharedDeviceStores {
  /** Stores the mark, unencrypted. */
  readonly marks: TextStore;
  /** Sealed storage of personal data. */
  readonly device: TextStore;
  readonly tab: TextStore;
}

/** The mark is stored on the device, so it outlives sign-out until removed. */
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
