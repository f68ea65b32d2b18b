import type { PublicConfig } from '@phr/contract/public-config';
import type { Config } from '../../kit/config.ts';
import { sharedTokenLife } from '../../identity/adapter.ts';
import { SCOPES } from '../../access/scopes.ts';
import { storageOrigins } from '../../storage/open-store.ts';

/** The page's configuration from the server's. */
export function publicConfig(config: Config): PublicConfig {
  const { issuer, clientId, changePasswordUrl, forgotPasswordUrl, sessionsUrl } = config.identity;
  return {
    version: config.version,
    production: config.production,
    oidc: { authority: issuer, clientId, scope: SCOPES.join(' '), changePasswordUrl, forgotPasswordUrl, sessionsUrl },
    services: config.services,
    signUpAt: config.signUpAt,
    session: {
      idle: config.sessions.idle,
      absolute: config.sessions.absolute,
      // the server counts from the last renewal, which may be half a token life before the last activity
      sharedIdle: Math.floor(config.sessions.sharedIdle - sharedTokenLife(config.sessions) / 2),
    },
    inAppBrowsers: config.inAppBrowsers,
    appScheme: config.appScheme,
    storageOrigins: storageOrigins(config),
    emergencyNumber: config.emergencyNumber,
    clinicalTexts: config.clinicalTexts,
    supportPhone: config.supportPhone,
    supportEmail: config.supportEmail,
  };
}
