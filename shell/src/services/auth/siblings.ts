import { isObject } from '@phr/fhir/json';

/** Messages between tabs of the app. Never contain a token. */
type Message =
  | { readonly type: 'anybody' }
  | { readonly type: 'signed-in' }
  | { readonly type: 'signed-out' }
  | { readonly type: 'ended' };

export interface Siblings {
  /** True if another tab is signed in. */
  isAnybodySignedIn(waitMs?: number): Promise<boolean>;
  /** Announces the end of the session; `ended` if it expired, so that input is kept. */
  tellSignedOut(ended: boolean): void;
}

export interface SiblingsOptions {
  /** Whether this tab is signed in, for requests from other tabs. */
  readonly isSignedIn: () => boolean;
  readonly onSignedOut: (ended: boolean) => void;
  readonly channel?: BroadcastChannel;
}

/** Messaging between this browser's tabs. */
export function createSiblings({
  isSignedIn,
  onSignedOut,
  channel = new BroadcastChannel('phr.session'),
}: SiblingsOptions): Siblings {
  const say = (message: Message) => channel.postMessage(message);
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (!isObject(data)) return;
    if (data['type'] === 'anybody' && isSignedIn()) say({ type: 'signed-in' });
    if (data['type'] === 'signed-out' || data['type'] === 'ended') onSignedOut(data['type'] === 'ended');
  });
  return {
    isAnybodySignedIn(waitMs = 150) {
      return new Promise((resolve) => {
        const done = (answer: boolean) => {
          clearTimeout(timer);
          channel.removeEventListener('message', hear);
          resolve(answer);
        };
        const hear = ({ data }: MessageEvent<unknown>) => {
          if (isObject(data) && data['type'] === 'signed-in') done(true);
        };
        const timer = setTimeout(() => done(false), waitMs);
        channel.addEventListener('message', hear);
        say({ type: 'anybody' });
      });
    },
    tellSignedOut: (ended) => say({ type: ended ? 'ended' : 'signed-out' }),
  };
}
