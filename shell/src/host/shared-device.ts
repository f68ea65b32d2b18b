import { localStore, tabStore, type TextStore } from './storage.ts';

/** Whether many people use this device (ux.md part D). */
export interface SharedDevice {
  read(): boolean;
  /** Marks the device, or takes the mark away. What it kept of persons goes; a sign-up that is under way stays with its tab. */
  write(isShared: boolean): void;
  /** What is kept of persons: with the device, or with the tab alone where many people use the device. */
  readonly persons: TextStore;
}

const KEY = 'phr.shared';
/** What is kept under a person's id or number. */
const OF_PERSONS = ['phr.context.', 'phr.device.'];
const OF_SIGN_UPS = ['phr.signup.', 'phr.verifying.'];

/** The mark is kept with the device: it stays a shared one when somebody signs out, for the next tab and for the next person, until the mark is taken away. */
export function createSharedDevice(device: TextStore, tab: TextStore): SharedDevice {
  const read = (): boolean => device.get(KEY) !== undefined;
  const store = (): TextStore => (read() ? tab : device);
  return {
    read,
    write(isShared) {
      if (!isShared) { device.remove(KEY); return; }
      device.set(KEY, '1');
      for (const key of device.keys()) {
        const isSignUp = OF_SIGN_UPS.some((prefix) => key.startsWith(prefix));
        if (isSignUp) tab.set(key, device.get(key) ?? '');
        if (isSignUp || OF_PERSONS.some((prefix) => key.startsWith(prefix))) device.remove(key);
      }
    },
    persons: {
      get: (key) => store().get(key), set: (key, value) => store().set(key, value), remove: (key) => store().remove(key), keys: () => store().keys(),
    },
  };
}

export const sharedDevice: SharedDevice = createSharedDevice(localStore, tabStore);
