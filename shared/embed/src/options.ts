import { LOCALES } from '@phr/contract/locale';
import type { Locale, Notice } from '@phr/contract/host-api';
import { CODES } from './embed-error.ts';

/** What a partner's page says when it shows one view of the health record. */
export interface EmbedOptions {
  /** Empty element of the page; the view lives in a shadow root inside it. */
  readonly element: HTMLElement;
  /** e.g. 'mfe-vitals'. */
  readonly module: string;
  /** A named view or slot of the module, e.g. 'blood-pressure'. */
  readonly view: string;
  /** Where the view `app`, which has all screens of its module, begins, e.g. '/device-details/42'; its first screen without this. */
  readonly path?: string;
  /** Whose record is shown. The server decides whether the token may see it. */
  readonly patient: {
    readonly id: string;
    /** '' where the page does not know it. */
    readonly name: string;
    readonly birthDate?: string;
    readonly gender?: 'male' | 'female' | 'other' | 'unknown';
  };
  /** The person's access token, where the page's own sign-in is that of the health record; asked for each call, never kept. */
  readonly getAccessToken?: () => Promise<string>;
  /** Instead of it: a one-time code that the partner's server asked for, new at each call. It is traded for a token of this module and this person. */
  readonly handoffCode?: () => Promise<string>;
  readonly locale?: Locale;
  readonly colorMode?: 'light' | 'dark';
  /** Level of the view's first heading in the page (2 by default). */
  readonly headingLevel?: number;
  readonly input?: unknown;
  /** The person asked for a screen that this view does not have. Without this the wish is ignored. */
  readonly onNavigate?: (screen: string, params: Readonly<Record<string, string>>) => void;
  readonly onNotice?: (notice: Notice) => void;
  /** The record's server refused the page's token, and a second one: the person must sign in again. */
  readonly onSignIn?: () => void;
  /** Something that the page can mend went wrong while the view works; `code` names the page of the documentation. */
  readonly onError?: (error: Error) => void;
  /** Another release of the module is offered than the one that is shown; the next mount has it. */
  readonly onUpdate?: (version: string) => void;
  /** The view was taken away: by `unmount`, or because its element has left the page. */
  readonly onEnd?: () => void;
}

/** Where the record is, and by which nonce its scripts run. */
export interface EmbedSettings {
  /** Where the health record is, if not where this script came from. */
  readonly origin?: string;
  /** Nonce of the page's policy for the scripts of modules, if not that of this script. */
  readonly nonce?: string;
  /** Public key of the record's registry, 32 bytes in base64, if it does not stand at this script: what it did not sign is not taken. */
  readonly registryKey?: string;
}

export interface Embedded {
  setLocale(locale: Locale): void;
  setColorMode(mode: 'light' | 'dark'): void;
  /** Takes the view away and gives back everything it used. Called again it does nothing more, and answers the same. */
  unmount(): Promise<void>;
}

const text = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';

/** Checks what a page passes; throws TypeError, code PHR-EMB-001, naming the first option that is wrong. Elements of any realm will do. */
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
