import { isCode, signUpParamsOf, stepAfterProfile, type Step } from './sign-up-params.ts';

/** Where this browser returns to after sign-out (NAV-35). */
export const ENTRY = 'phr.entry';

/** Meaning of a link to a signed-out screen for a signed-in user. */
export type Arrival =
  /** Names an organisation's programme. */
  | { readonly kind: 'programme'; readonly step: Step }
  /** Names something, but lacks parts needed to open it. */
  | { readonly kind: 'incomplete' }
  | { readonly kind: 'partner'; readonly partner: string };

const TAKES_CODES = /^\/(?:quick-in|signup|signin)\/?$/;

/** Undefined for a link without such codes. */
export function arrivalOf(path: string): Arrival | undefined {
  const { pathname } = new URL(path, 'http://path.invalid');
  const partner = /^\/partner\/([^/]+)\/?$/.exec(pathname)?.[1];
  if (isCode(partner)) return { kind: 'partner', partner };
  if (!TAKES_CODES.test(pathname)) return undefined;
  const params = signUpParamsOf(path);
  const step = stepAfterProfile(params);
  if (step !== undefined) return { kind: 'programme', step };
  return Object.keys(params).length === 0 ? undefined : { kind: 'incomplete' };
}

/** Path to open after sign-in for a visitor who is not signed in; undefined for screens that name nothing. */
export function requestedPath(path: string): string | undefined {
  const { pathname, searchParams } = new URL(path, 'http://path.invalid');
  if (pathname.startsWith('/register-org/'))
    return Object.keys(signUpParamsOf(path)).length === 0 ? undefined : pathname;
  if (!TAKES_CODES.test(pathname)) return undefined;
  const codes = new URLSearchParams(
    [...searchParams].filter(([name, value]) => ['t', 'e', 'o'].includes(name) && isCode(value)),
  );
  return codes.size === 0 ? undefined : `/quick-in?${codes.toString()}`;
}
