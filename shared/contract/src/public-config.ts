/**
 * Cookie on the shell's origin (`=1`) while someone is signed in; it does not say who. Read by whoever renders the
 * page.
 */
export const SIGNED_IN_MARK = 'phr_signed_in';

/** Public configuration of this installation, injected into the page by the backend. */
export interface PublicConfig {
  readonly version: string;
  readonly production: boolean;
  readonly oidc: {
    readonly authority: string;
    readonly clientId: string;
    readonly scope: string;
    readonly changePasswordUrl: string;
    readonly forgotPasswordUrl: string;
    readonly sessionsUrl: string;
  };
  /** Base URLs without a trailing slash; '' is this origin. */
  readonly services: {
    readonly fhir: string;
    readonly phr: string;
    readonly admin: string;
    readonly directory: string;
    readonly emr: string;
  };
  /** Where sign-up is sent: to the PHR, or directly to the identity service if there is no PHR (D-111). */
  readonly signUpAt: 'phr' | 'identity';
  /** Session timeouts in seconds: idle, absolute, and idle on a shared device. */
  readonly session: { readonly idle: number; readonly absolute: number; readonly sharedIdle: number };
  /** User agent substrings that identify in-app browsers of messaging apps (D-100). */
  readonly inAppBrowsers: readonly string[];
  /** URL scheme of the native wrapper, without colon (D-07). */
  readonly appScheme: string;
  readonly storageOrigins: readonly string[];
  readonly emergencyNumber: string;
  /** Which clinical advice texts are shown: those signed by a clinician, all (with drafts marked), or none. */
  readonly clinicalTexts: 'signed' | 'all' | 'off';
  readonly supportPhone: string;
  readonly supportEmail: string;
}
