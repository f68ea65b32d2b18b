import type { Notice, NotifyPort } from '@phr/contract/host-api';
import { createStore, type Store } from '@phr/contract/store';
import { createToaster, type Toaster } from '@phr/ui/toaster';

export interface Notification extends Notice {
  readonly id: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly isRead: boolean;
}

export interface Notifications extends NotifyPort {
  /** Everything told in this session, newest first; kept in memory only (D-94). */
  readonly all: Store<readonly Notification[]>;
  /** What is on screen now. */
  readonly toaster: Toaster;
  markAllRead(): void;
}

/** Shows what happens as toasts and keeps it for the notifications screen. */
export function createNotifications(now: () => number = Date.now, toaster: Toaster = createToaster()): Notifications {
  const all = createStore<readonly Notification[]>([]);
  return {
    all, toaster,
    show({ type, title, description }) {
      const notice: Notice = { type, title, ...(description === undefined ? {} : { description }) };
      all.set([{ ...notice, id: toaster.show(notice), at: now(), isRead: false }, ...all.get()]);
    },
    markAllRead: () => all.set(all.get().map((entry) => (entry.isRead ? entry : { ...entry, isRead: true }))),
  };
}
