// The parts of ServiceWorkerGlobalScope in use: the DOM types lack it, and both libs cannot be loaded together.

export interface Waiting {
  waitUntil(work: Promise<unknown>): void;
}

export interface FetchEvent extends Waiting {
  readonly request: Request;
  /** Navigation preload response; undefined if unsupported. */
  readonly preloadResponse: Promise<Response | undefined>;
  respondWith(answer: Promise<Response>): void;
}

export interface MessageEvent extends Waiting {
  readonly data: unknown;
  readonly ports: readonly MessagePort[];
}

export interface PushEvent extends Waiting {
  readonly data: { text(): string } | null;
}

export interface NotificationEvent extends Waiting {
  readonly notification: { readonly data: unknown; close(): void };
}

/** A tab of the app. */
export interface WindowClient {
  readonly visibilityState: DocumentVisibilityState;
  postMessage(message: unknown, ports: readonly MessagePort[]): void;
  focus(): Promise<unknown>;
}

export interface WorkerScope {
  readonly registration: ServiceWorkerRegistration;
  readonly clients: {
    claim(): Promise<void>;
    matchAll(options: {
      readonly type: 'window';
      readonly includeUncontrolled: boolean;
    }): Promise<readonly WindowClient[]>;
    openWindow(url: string): Promise<unknown>;
  };
  readonly origin: string;
  skipWaiting(): Promise<void>;
  addEventListener(name: 'install' | 'activate', listener: (event: Waiting) => void): void;
  addEventListener(name: 'fetch', listener: (event: FetchEvent) => void): void;
  addEventListener(name: 'push', listener: (event: PushEvent) => void): void;
  addEventListener(name: 'notificationclick', listener: (event: NotificationEvent) => void): void;
  addEventListener(name: 'message', listener: (event: MessageEvent) => void): void;
}
