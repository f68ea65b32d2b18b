import type { NoticeType } from './notice.tsx';

/** 3 s by default; messages of the hub stay for 5 s, those with something to press for 10 s. */
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

/** The toasts of a page, apart from their display: whoever has it can show one. */
export interface Toaster {
  show(request: ToastRequest): number;
  dismiss(id: number): void;
  toasts(): readonly Toast[];
  subscribe(listener: () => void): () => void;
}

/** Makes the one toaster of a page. */
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
