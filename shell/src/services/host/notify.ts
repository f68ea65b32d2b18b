import type { Notice, NoticePlace, NotifyPort } from '@phr/contract/host-api';
import { createStore, type Store, type WritableStore } from '@phr/contract/store';
import { UNDO_TOAST_MS, createToaster, HUB_TOAST_MS, type Toaster, type ToastRequest } from '@phr/ui/toaster';

/** What is told, with the code by which its sender names it. */
export type CodedNotice = Notice & { readonly code?: string };

export interface Notification extends CodedNotice {
  readonly id: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly isRead: boolean;
}

export interface Notifications extends NotifyPort {
  /** A message of the server: five seconds on screen (NOTI-04); of many at once only a few, the list has them all. */
  showFromServer(notice: CodedNotice): void;
  /** Everything told in this session, newest first; kept in memory only (D-94). */
  readonly all: Store<readonly Notification[]>;
  /** Unread entries of the inbox, as the server counts them; undefined while it has told none. */
  readonly unread: WritableStore<number | undefined>;
  /** What is on screen now. */
  readonly toaster: Toaster;
  markAllRead(): void;
}

/** The way to where something is told at length. */
export interface Way {
  readonly label: () => string;
  readonly open: (place: NoticePlace) => void;
}

const MOST_SHOWN = 4;
const MOST_KEPT = 200;

/** Shows what happens as toasts and keeps it for the notifications screen. */
export function createNotifications(
  now: () => number = Date.now,
  toaster: Toaster = createToaster(),
  way?: Way,
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
      // Ids of toasts count up from one.
      unseen -= 1;
      keep(notice, unseen);
    },
    markAllRead: () => all.set(all.get().map((entry) => (entry.isRead ? entry : { ...entry, isRead: true }))),
  };
}
