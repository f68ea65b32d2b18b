import { localStore, type TextStore } from './storage.ts';

/** Whether many people use this device (ux.md part D). */
export interface SharedDeviceFlag {
  read(): boolean;
  write(isShared: boolean): void;
}

const KEY = 'phr.shared';

/** Kept with the device: it stays a shared one when somebody signs out, for the next tab and for the next person, until the mark is taken away. */
export function createSharedDevice(store: TextStore): SharedDeviceFlag {
  return {
    read: () => store.get(KEY) !== undefined,
    write(isShared) {
      if (isShared) store.set(KEY, '1');
      else store.remove(KEY);
    },
  };
}

export const sharedDevice: SharedDeviceFlag = createSharedDevice(localStore);
