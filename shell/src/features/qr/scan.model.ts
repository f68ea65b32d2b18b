import { deepLinkPath, type LinkOrigins } from '../../core/deep-link.ts';
import type { RouteTable } from '../../core/routes.ts';

/** Kind of a personal number. Such numbers open nothing and never go into a URL; the screen just explains them. */
export type PersonNumber = 'citizenCard' | 'insurance' | 'passport' | 'patient' | 'phone';

/** Content of a scanned code (D-97). */
export type Scanned =
  /** A screen of the app. */
  | { readonly kind: 'path'; readonly path: string }
  | { readonly kind: 'person-number'; readonly of: PersonNumber }
  /** Anything else: shown as text, never opened. */
  | { readonly kind: 'foreign'; readonly text: string };

const MAC = /^(?:[0-9a-f]{2}[:-]){5}[0-9a-f]{2}$/i;
/** Self-generated id of a browser or hub. Digits alone are rejected as a possible personal number. */
const DEVICE_ID = /^(?=.*[A-Z])[A-Z0-9]{12}$/;
/** A programme's code: letters and digits, without long digit runs as in personal numbers. */
const PROGRAMME_CODE = /^(?=.*[A-Za-z])(?=.*\d)(?!.*\d{6})[\w.-]{2,64}$/;
const CODE = /^[\w.-]{1,64}$/;

/**
 * Formats of personal numbers: citizen card of 12 digits (9 before 2016), health insurance card of two letters and 13
 * digits and the insurance number of 10 digits in it, passport of a letter and 7 or 8 digits, patient code of nine
 * letters and digits (D-25).
 */
const NUMBERS: readonly (readonly [PersonNumber, RegExp])[] = [
  ['phone', /^(?:\+?84|0)[35789]\d{8}$/],
  ['citizenCard', /^(?:\d{9}|\d{12})$/],
  ['insurance', /^(?:[A-Z]{2}\d{13}|\d{10}|\d{15})$/i],
  ['passport', /^[A-Z]\d{7}$/i],
  ['patient', /^(?=.*\d)[A-Z0-9]{9}$/],
];

/** Kind of personal number a text is, or (as on official cards) starts with; undefined for other texts. */
export function personNumberIn(text: string): PersonNumber | undefined {
  const [first = ''] = text.split('|');
  const written = first.trim();
  // digit groups may be separated by spaces, dots or dashes
  const bare = /^[A-Z+]{0,2}[\d\s.-]+$/i.test(written) ? written.replace(/[\s.-]/g, '') : written;
  return NUMBERS.find(([, form]) => form.test(bare))?.[0];
}

/**
 * Classifies a code: a deep link of this app, a device's id or URL, an enrollment code. Formats are checked strictly.
 */
export function readScanned(content: string, origins: LinkOrigins, routes: RouteTable): Scanned {
  const text = content.trim();
  const link = deepLinkPath(text, origins);
  if (link !== undefined) return ofLink(link);
  if (MAC.test(text)) return open('device-code', { mac: text.toUpperCase() });
  if (DEVICE_ID.test(text)) return open('device-code', { id: text });
  const of = personNumberIn(text);
  if (of !== undefined) return { kind: 'person-number', of };
  const programme = programmeIn(text);
  return programme === undefined ? { kind: 'foreign', text } : open('programme', programme);

  function ofLink(path: string): Scanned {
    const { pathname, searchParams } = new URL(path, 'http://path.invalid');
    if (routes.find(pathname) === undefined) return { kind: 'foreign', text };
    // a code printer may have put a personal number where a device or programme belongs
    const number = [...searchParams.values()]
      .filter((value) => !MAC.test(value) && !DEVICE_ID.test(value))
      .map(personNumberIn)
      .find((found) => found !== undefined);
    return number !== undefined && takesCodes(pathname)
      ? { kind: 'person-number', of: number }
      : { kind: 'path', path };
  }
  function takesCodes(pathname: string): boolean {
    const at = routes.find(pathname)?.route;
    return (
      TAKES_CODES.test(pathname) ||
      [routes.named('device-code'), routes.named('programme')].some((route) => route !== undefined && route === at)
    );
  }
  function open(screen: string, params: Readonly<Record<string, string>>): Scanned {
    return routes.named(screen) !== undefined
      ? { kind: 'path', path: routes.hrefOf(screen, params) }
      : { kind: 'foreign', text };
  }
}

/** Own screens whose URL names a programme. */
const TAKES_CODES = /^\/(?:quick-in|signup|signin)$/;

/** Code, type and organisation of a programme, as in its screen's URL; type and organisation are optional. */
function programmeIn(text: string): Readonly<Record<string, string>> | undefined {
  if (PROGRAMME_CODE.test(text)) return { e: text };
  const given = new URLSearchParams(text);
  const params = ['e', 't', 'o']
    .map((name) => [name, given.get(name) ?? ''] as const)
    .filter(([, value]) => CODE.test(value));
  const code = given.get('e') ?? '';
  return PROGRAMME_CODE.test(code) && params.length === [...given].length ? Object.fromEntries(params) : undefined;
}
