import type { Notice, NoticePlace, NotifyPort } from '@phr/contract/host-api';
import { createStore, type Store, type WritableStore } from '@phr/contract/store';
import { UNDO_TOAST_MS, createToaster, HUB_TOAST_MS, type Toaster, type ToastRequest } from '@phr/ui/toaster';

/** A notice, with its sender's code. */
export type CodedNotice = Notice & { readonly code?: string };

export interface Notification extends CodedNotice {
  readonly id: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly isRead: boolean;
}

export interface Notifications extends NotifyPort {
  /** A server message: shown for five seconds (NOTI-04); of a burst only a few, the list has all. */
  showFromServer(notice: CodedNotice): void;
  /** All notices of this session, newest first; in memory only (D-94). */
  readonly all: Store<readonly Notification[]>;
  /** Unread inbox entries as counted by the server; undefined until known. */
  readonly unread: WritableStore<number | undefined>;
  /** Currently visible toasts. */
  readonly toaster: Toaster;
  markAllRead(): void;
}

/** Link to where details are. */
export interface NoticeLink {
  readonly label: () => string;
  readonly open: (place: NoticePlace) => void;
}

const MOST_SHOWN = 4;
const MOST_KEPT = 200;

/** Shows notices as toasts and collects them for the notifications screen. */
export function createNotifications(
  now: () => number = Date.now,
  toaster: Toaster = createToaster(),
  way?: NoticeLink,
): Notifications {
  const all = createStore<readonly Notification[]>([]);
  let unseen = 0;
  const keep = (notice: CodedNotice, id: number): void =>
    all.set([{ ...notice, id, at: now(), isRead: false }, ...all.get()].slice(0, MOST_KEPT));
  const show = (
    { type, title, description, code, place }: CodedNotice,
    look: Pick<ToastRequest, 'durationMs'> = {},
  ): void => {
    const notice: Notice = { type, title, ...(description === undefined ? {} : { description }) };
    const leads = place !== undefined &&
      way !== undefined && {
        durationMs: UNDO_TOAST_MS,
        action: { label: way.label(), onPress: () => way.open(place) },
      };
    keep(
      { ...notice, ...(code === undefined ? {} : { code }), ...(place === undefined ? {} : { place }) },
      toaster.show({ ...notice, ...leads, ...look }),
    );
  };
  return {
    all,
    unread: createStore<number | undefined>(undefined),
    toaster,
    show: (notice) => show(notice),
    showFromServer(notice) {
      if (toaster.toasts().length < MOST_SHOWN) {
        show(notice, { durationMs: HUB_TOAST_MS });
        return;
      }
      // negative ids, since toast ids count up from one
      unseen -= 1;
      keep(notice, unseen);
    },
    markAllRead: () => all.set(all.get().map((entry) => (entry.isRead ? entry : { ...entry, isRead: true }))),
  };
}
