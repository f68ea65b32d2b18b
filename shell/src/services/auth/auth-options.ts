import type { Locale, LogPort } from '@phr/contract/host-api';
import type { Page } from '../host/page.ts';
import type { TextStore } from '../host/storage.ts';

/** Dependencies of sign-in and session. */
export interface AuthOptions {
  readonly authority: string;
  readonly clientId: string;
  readonly scope: string;
  readonly page: Page;
  readonly tabStore: TextStore;
  readonly localStore: TextStore;
  /** This tab's sealed texts, unreadable in its storage, and a promise for when all are loaded and sealed. */
  readonly sealedTab: TextStore;
  readonly sealed: () => Promise<void>;
  readonly locale: () => Locale;
  /**
   * Whether many people use this device: sign-in then always asks for the password, and nothing is kept for the next
   * person.
   */
  readonly isShared: () => boolean;
  /**
   * Called if the new session is one of a shared device, by the identity service or by the mark; it stays so until it
   * ends, whatever happens to the mark.
   */
  readonly onShared: () => void;
  /** Id of the code that has just proved a phone number, for the account that signs in next. */
  readonly phoneCode?: () => string | undefined;
  /** Called when the identity service is unreachable; resolves once the connection state is known. */
  readonly onUnreachable: () => Promise<void>;
  /** User agent substrings of in-app browsers of messaging apps. */
  readonly inAppBrowsers: readonly string[];
  /** True for a path that may be opened after sign-in. */
  readonly isOwnPath: (pathname: string) => boolean;
  /** Session timeouts in milliseconds: idle and absolute. */
  readonly sessionLimits: { readonly idleMs: () => number; readonly absoluteMs: number };
  /** The document is about to unload and nothing may block it. `ended` unless the person asked for it. */
  readonly onUnload: (ended: boolean) => void;
  /** Called before sign-out while the session is still valid, for calls that must end with it. Never rejects. */
  readonly onLeaving?: () => Promise<void>;
  /** Deletes stored personal data; at sign-out, and on a shared device also when a session expires. */
  readonly clearUserData: () => Promise<void>;
  /** Logs each transition by name and states, never data. */
  readonly log: Pick<LogPort, 'event'>;
}
