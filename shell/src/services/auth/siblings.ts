import { isObject } from '@phr/fhir/json';

/** What the tabs of the app tell each other. Never a token. */
type Message =
  | { readonly type: 'anybody' }
  | { readonly type: 'signed-in' }
  | { readonly type: 'signed-out' }
  | { readonly type: 'ended' };

export interface Siblings {
  /** True when another tab is signed in. */
  isAnybodySignedIn(waitMs?: number): Promise<boolean>;
  /** The session is over in all tabs; `ended` without the person's wish, so that what was typed is kept. */
  tellSignedOut(ended: boolean): void;
}

export interface SiblingsOptions {
  /** Is this tab signed in? Asked when a sibling wants to know. */
  readonly isSignedIn: () => boolean;
  readonly onSignedOut: (ended: boolean) => void;
  readonly channel?: BroadcastChannel;
}

/** The conversation of this tab with the others of the same browser. */
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
