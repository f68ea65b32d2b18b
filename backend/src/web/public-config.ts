import type { Config } from '../config.ts';
import { SCOPES } from '../identity/provider.ts';

/** What the page may know about this installation. */
export interface PublicConfig {
  readonly version: string;
  readonly production: boolean;
  readonly oidc: { readonly authority: string; readonly clientId: string; readonly scope: string; readonly changePasswordUrl: string; readonly forgotPasswordUrl: string };
  /** Base addresses; '' is the shell's own origin. */
  readonly services: { readonly fhir: string; readonly phr: string; readonly admin: string; readonly directory: string; readonly emr: string };
  readonly storageOrigins: readonly string[];
  readonly emergencyNumber: string;
  readonly supportPhone: string;
  readonly supportEmail: string;
}

export function publicConfig(config: Config): PublicConfig {
  const { issuer, clientId, changePasswordUrl, forgotPasswordUrl } = config.identity;
  return {
    version: config.version,
    production: config.production,
    oidc: { authority: issuer, clientId, scope: SCOPES.join(' '), changePasswordUrl, forgotPasswordUrl },
    services: config.services,
    storageOrigins: [config.filesOrigin],
    emergencyNumber: config.emergencyNumber,
    supportPhone: config.supportPhone,
    supportEmail: config.supportEmail,
  };
}
