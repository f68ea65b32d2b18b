import { deepLinkPath, type LinkOrigins } from '../../app/deep-link.ts';
import type { RouteTable } from '../../app/routes.ts';

/** What a scanned code holds (D-97). */
export type Scanned =
  /** A screen of the app. */
  | { readonly kind: 'path'; readonly path: string }
  /** Anything else: shown as text and never opened. */
  | { readonly kind: 'foreign'; readonly text: string };

const MAC = /^(?:[0-9a-f]{2}[:-]){5}[0-9a-f]{2}$/i;
/** The id that a browser or hub made for itself. */
const DEVICE_ID = /^[A-Z0-9]{12}$/;
/** Code, type and organisation of a programme, as in the address of its screen; the type and the organisation may be missing. */
const ENROLLMENT = /^(?:e=)?([\w.-]{2,64})$/;
/** A patient's own code: nine letters and digits (D-25). */
const PATIENT_CODE = /^[A-Z0-9]{9}$/;

/** Reads what a code holds: a deep link of this app, a device's id or address, an enrollment code. */
export function readScanned(content: string, origins: LinkOrigins, routes: RouteTable): Scanned {
  const text = content.trim();
  const link = deepLinkPath(text, origins);
  if (link !== undefined) return routes.find(link.split('?')[0] ?? '') === undefined ? { kind: 'foreign', text } : { kind: 'path', path: link };
  if (MAC.test(text)) return open('pair-device', { mac: text.toUpperCase() });
  if (DEVICE_ID.test(text)) return open('pair-device', { id: text });
  const programme = programmeIn(text);
  if (programme !== undefined && !PATIENT_CODE.test(text)) return open('enrollment', programme);
  return { kind: 'foreign', text };

  function open(screen: string, params: Readonly<Record<string, string>>): Scanned {
    return routes.routes.some((route) => route.screen === screen) ? { kind: 'path', path: routes.hrefOf(screen, params) } : { kind: 'foreign', text };
  }
}

function programmeIn(text: string): Readonly<Record<string, string>> | undefined {
  const code = ENROLLMENT.exec(text)?.[1];
  if (code !== undefined) return /\d/.test(code) && /[A-Za-z]/.test(code) ? { e: code } : undefined;
  const given = new URLSearchParams(text);
  const params = ['e', 't', 'o'].map((name) => [name, given.get(name) ?? ''] as const).filter(([, value]) => /^[\w.-]{1,64}$/.test(value));
  return params.some(([name]) => name === 'e') && params.length === [...given].length ? Object.fromEntries(params) : undefined;
}
