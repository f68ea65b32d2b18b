/** Cookie of the shell's origin while somebody is signed in (`=1`): it says that, and nothing of whom. Whoever writes the page reads it. */
export const SIGNED_IN_MARK = 'phr_signed_in';

/** What the page may know about this installation; filled into the page by the backend. */
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
  /** Base addresses without a trailing slash; '' is this origin. */
  readonly services: {
    readonly fhir: string;
    readonly phr: string;
    readonly admin: string;
    readonly directory: string;
    readonly emr: string;
  };
  /** Who takes a sign-up: the PHR, or the identity service itself where there is no PHR (D-111). */
  readonly signUpAt: 'phr' | 'identity';
  /** Seconds after which a session ends: without anything done, in any case, and without anything done on a device of many people. */
  readonly session: { readonly idle: number; readonly absolute: number; readonly sharedIdle: number };
  /** Words of a user agent that tell the browser inside a messaging app (D-100). */
  readonly inAppBrowsers: readonly string[];
  /** The scheme under which a native wrapper opens links of the app, without colon (D-07). */
  readonly appScheme: string;
  readonly storageOrigins: readonly string[];
  readonly emergencyNumber: string;
  /** Which texts that give clinical advice are shown: those that a clinician has signed, all (drafts say so), or none. */
  readonly clinicalTexts: 'signed' | 'all' | 'off';
  readonly supportPhone: string;
  readonly supportEmail: string;
}
