import type { NoticeType } from './notice.tsx';

/** Default duration 3 s; hub messages 5 s, toasts with an action 10 s. */
export const TOAST_MS = 3_000;
export const HUB_TOAST_MS = 5_000;
export const UNDO_TOAST_MS = 10_000;

export interface ToastRequest {
  readonly type?: NoticeType;
  readonly title: string;
  readonly description?: string | undefined;
  readonly durationMs?: number;
  readonly action?: { readonly label: string; readonly onPress: () => void } | undefined;
}

export interface Toast extends ToastRequest {
  readonly id: number;
  readonly type: NoticeType;
  readonly durationMs: number;
}

/** The page's toasts, independent of their display. */
export interface Toaster {
  show(request: ToastRequest): number;
  dismiss(id: number): void;
  toasts(): readonly Toast[];
  subscribe(listener: () => void): () => void;
}

/** Creates the page's toaster. */
export function createToaster(): Toaster {
  let toasts: readonly Toast[] = [];
  let lastId = 0;
  const listeners = new Set<() => void>();
  const change = (next: readonly Toast[]) => {
    toasts = next;
    for (const listener of listeners) listener();
  };
  return {
    show(request) {
      lastId += 1;
      change([{ type: 'info', durationMs: TOAST_MS, ...request, id: lastId }, ...toasts]);
      return lastId;
    },
    dismiss: (id) => change(toasts.filter((toast) => toast.id !== id)),
    toasts: () => toasts,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
