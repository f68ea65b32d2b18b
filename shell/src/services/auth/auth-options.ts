import type { Locale, LogPort } from '@phr/contract/host-api';
import type { Page } from '../host/page.ts';
import type { TextStore } from '../host/storage.ts';

/** What sign-in and the session need from their owner. */
export interface AuthOptions {
  readonly authority: string;
  readonly clientId: string;
  readonly scope: string;
  readonly page: Page;
  readonly tabStore: TextStore;
  readonly localStore: TextStore;
  /** Texts of this tab that nobody reads from its storage, and the moment when all such texts are known and sealed. */
  readonly sealedTab: TextStore;
  readonly sealed: () => Promise<void>;
  readonly locale: () => Locale;
  /** Many people use this device: whoever signs in is asked for the password, and nothing of one is kept for the next. */
  readonly isShared: () => boolean;
  /** The session that begins here is of a shared device, as the identity service or the mark says: so it stays until it ends, whatever becomes of the mark. */
  readonly onShared: () => void;
  /** Id of the code that has proven a phone number just now: it counts for the account that signs in next. */
  readonly phoneCode?: () => string | undefined;
  /** The identity service was not reached: resolves once it is known whether anything is. */
  readonly onUnreachable: () => Promise<void>;
  /** Words of a user agent that tell the browser inside a messaging app. */
  readonly inAppBrowsers: readonly string[];
  /** True for a path that may be opened after sign-in. */
  readonly isOwnPath: (pathname: string) => boolean;
  /** Milliseconds after which a session ends: without anything done, and in any case. */
  readonly sessionLimits: { readonly idleMs: () => number; readonly absoluteMs: number };
  /** This document is about to go: nothing may hold it back. `ended` when that is not the person's wish. */
  readonly onUnload: (ended: boolean) => void;
  /** The person signs out, and the session is still in force: what ends with it by a call. Never rejects. */
  readonly onLeaving?: () => Promise<void>;
  /** Deletes what this browser keeps of persons; at sign-out, and on a shared device also when a session ends by itself. */
  readonly clearUserData: () => Promise<void>;
  /** Told of each step by its name and the states around it, never of data. */
  readonly log: Pick<LogPort, 'event'>;
}
