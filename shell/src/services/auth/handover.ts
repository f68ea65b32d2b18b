import { isObject, text } from '@phr/fhir/json';

// A sign-in window passes its callback URL to the tab that opened it. The channel is named after the state, so only
// that tab listens; works even if the identity service's page has severed `opener`.
const channelOf = (state: string): BroadcastChannel => new BroadcastChannel(`phr.signin.${state}`);

/** Waits for the callback URL of a sign-in window. Returns a function that stops waiting. */
export function awaitCallback(state: string, onCallback: (callbackUrl: string) => void): () => void {
  const channel = channelOf(state);
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const callbackUrl = isObject(data) && data['type'] === 'callback' ? text(data['url']) : undefined;
    if (callbackUrl === undefined) return;
    channel.postMessage({ type: 'taken' });
    onCallback(callbackUrl);
  });
  return () => channel.close();
}

/** Offers a callback URL to the tab waiting for it. False if no tab accepts it within `waitMs`. */
export function relayCallback(state: string, callbackUrl: string, waitMs = 1_500): Promise<boolean> {
  const channel = channelOf(state);
  return new Promise((resolve) => {
    const done = (taken: boolean) => {
      clearTimeout(timer);
      channel.close();
      resolve(taken);
    };
    const timer = setTimeout(() => done(false), waitMs);
    channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      if (isObject(data) && data['type'] === 'taken') done(true);
    });
    channel.postMessage({ type: 'callback', url: callbackUrl });
  });
}
