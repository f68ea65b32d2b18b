import { LOCALES } from '@phr/contract/locale';
import type { Locale, Notice } from '@phr/contract/host-api';
import { CODES } from './embed-error.ts';

/** Options of a partner's page for embedding a view. */
export interface EmbedOptions {
  /** Empty element of the page; the view lives in a shadow root inside it. */
  readonly element: HTMLElement;
  /** e.g. 'mfe-vitals'. */
  readonly module: string;
  /** A named view or slot of the module, e.g. 'blood-pressure'. */
  readonly view: string;
  /**
   * Initial path of the view `app`, which has all screens of its module, e.g. '/device-details/42'; defaults to its
   * first screen.
   */
  readonly path?: string;
  /** Person whose record is shown. The server decides whether the token grants access. */
  readonly patient: {
    readonly id: string;
    /** '' if unknown to the page. */
    readonly name: string;
    readonly birthDate?: string;
    readonly gender?: 'male' | 'female' | 'other' | 'unknown';
  };
  /**
   * Returns the person's access token, if the page shares the record's sign-in; called for each request, never stored.
   */
  readonly getAccessToken?: () => Promise<string>;
  /**
   * Alternative: returns a fresh one-time code requested by the partner's server. It is exchanged for a token limited
   * to this module and person.
   */
  readonly handoffCode?: () => Promise<string>;
  readonly locale?: Locale;
  readonly colorMode?: 'light' | 'dark';
  /** Level of the view's first heading in the page (2 by default). */
  readonly headingLevel?: number;
  readonly input?: unknown;
  /** The person asked for a screen outside this view. Ignored if omitted. */
  readonly onNavigate?: (screen: string, params: Readonly<Record<string, string>>) => void;
  readonly onNotice?: (notice: Notice) => void;
  /** The record's server rejected two tokens in a row: the person must sign in again. */
  readonly onSignIn?: () => void;
  /** A fault the page can fix while the view works; `code` names its documentation page. */
  readonly onError?: (error: Error) => void;
  /** Another release of the module is available; the next mount uses it. */
  readonly onUpdate?: (version: string) => void;
  /** The view was removed: by `unmount`, or because its element left the page. */
  readonly onEnd?: () => void;
}

/** Location of the record, and security settings for its scripts. */
export interface EmbedSettings {
  /** Origin of the health record, if not this script's. */
  readonly origin?: string;
  /** CSP nonce for module scripts, if not this script's. */
  readonly nonce?: string;
  /** The registry's public key, 32 bytes in base64, unless set on this script: unsigned registries are rejected. */
  readonly registryKey?: string;
}

export interface Embedded {
  setLocale(locale: Locale): void;
  setColorMode(mode: 'light' | 'dark'): void;
  /** Removes the view and releases everything it used. Idempotent: later calls return the same promise. */
  unmount(): Promise<void>;
}

const text = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';

/**
 * Validates options.
 * @throws TypeError with code PHR-EMB-001 naming the first invalid option. Accepts elements of any realm.
 */
export function checkOptions(options: EmbedOptions): void {
  const wrong = (name: string, expected: string) =>
    Object.assign(new TypeError(`PhrEmbed.mount: "${name}" must be ${expected}`), { code: CODES.options });
  if (options?.element?.nodeType !== 1) throw wrong('element', 'an element of the page');
  if (!text(options.module)) throw wrong('module', "a module's name, e.g. 'mfe-vitals'");
  if (!text(options.view)) throw wrong('view', "a view's name, e.g. 'blood-pressure'");
  if (options.path !== undefined && (options.view !== 'app' || !/^\/(?!\/)/.test(options.path)))
    throw wrong('path', "a path that begins with '/', for the view 'app'");
  if (!text(options.patient?.id) || typeof options.patient.name !== 'string')
    throw wrong('patient', 'an object with id and name');
  if ((options.getAccessToken === undefined) === (options.handoffCode === undefined))
    throw wrong('getAccessToken', 'given, or "handoffCode", and not both');
  if (options.getAccessToken !== undefined && typeof options.getAccessToken !== 'function')
    throw wrong('getAccessToken', 'a function that answers a token');
  if (options.handoffCode !== undefined && typeof options.handoffCode !== 'function')
    throw wrong('handoffCode', 'a function that answers a code');
  if (options.locale !== undefined && !LOCALES.includes(options.locale))
    throw wrong('locale', LOCALES.map((locale) => `'${locale}'`).join(' or '));
}
