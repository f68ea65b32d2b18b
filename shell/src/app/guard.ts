import type { AuthStatus } from '../services/auth/auth-state.ts';
import type { PatientStatus } from '../services/patient/patient.model.ts';
import type { Route, RouteTable } from '../core/routes.ts';

/** What the page does for a path. */
export type Decision =
  /** The token or the patient is loading. */
  | { readonly kind: 'wait' }
  /** Redirect; with `keep` the requested path is restored after sign-in. */
  | { readonly kind: 'go'; readonly to: string; readonly keep: boolean }
  | { readonly kind: 'show'; readonly route: Route; readonly params: Readonly<Record<string, string>> }
  /** A screen of the account's owner while a relative's record is open. */
  | { readonly kind: 'own-only'; readonly route: Route }
  /** The patient's data could not be loaded. */
  | { readonly kind: 'failed'; readonly route: Route }
  | { readonly kind: 'not-found' };

export interface GuardState {
  readonly auth: AuthStatus;
  readonly patient: PatientStatus;
  /** True if the person on screen is the account's owner. */
  readonly isOwnRecord: boolean;
}

/** Selects the screen for a path by token and patient (D-05, ROUTE-84). */
export function decide(
  table: RouteTable,
  pathname: string,
  search: string,
  { auth, patient, isOwnRecord }: GuardState,
): Decision {
  const found = table.find(pathname);
  const isCallback = found !== undefined && (found.route.screen === 'auth-cb' || found.route.screen === 'oneid-cb');
  if (isCallback && auth !== 'signed-in') return { kind: 'show', ...found };
  if (auth === 'loading') return { kind: 'wait' };

  if (auth === 'anonymous') {
    if (pathname === '/') return { kind: 'go', to: '/signin', keep: false };
    if (found === undefined) return { kind: 'not-found' };
    return found.route.set === 'in' ? { kind: 'go', to: '/signin', keep: true } : { kind: 'show', ...found };
  }

  if (found === undefined) return { kind: 'not-found' };
  const { route } = found;
  if (route.set === 'out') return { kind: 'go', to: '/dashboard', keep: false };
  // a QR code and its id may open the viewers without an own record (table T2)
  const query = new URLSearchParams(search);
  const needsPatient = route.needsMainPatient && !(route.openByQr === true && query.has('qr') && query.has('id'));
  if (patient === 'missing') {
    return needsPatient ? { kind: 'go', to: '/confirm-create-profile', keep: false } : { kind: 'show', ...found };
  }
  if (patient === 'ready') {
    if (route.screen === 'confirm-create-profile') return { kind: 'go', to: '/dashboard', keep: false };
    if (route.mainPatientOnly === true && !isOwnRecord) return { kind: 'own-only', route };
    return { kind: 'show', ...found };
  }
  if (!needsPatient) return { kind: 'show', ...found };
  return patient === 'failed' ? { kind: 'failed', route } : { kind: 'wait' };
}
