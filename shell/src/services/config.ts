import type { PublicConfig } from '@phr/contract/public-config';
import { isObject, list, number, text } from '@phr/fhir/json';

/** Scopes requested at sign-in (AUTH-02). */
export const SCOPE = 'openid profile email phone offline_access fhir_api med_profile one_user_ids_app_api';

const ADDRESS = '/config.json';

/** Text of a JSON data block in the page; undefined if the backend did not fill it in. */
export function dataBlock(id: string): string | undefined {
  const content = document.getElementById(id)?.textContent?.trim();
  return content === undefined || content === '' || content.startsWith('__PHR_') ? undefined : content;
}

/** The configuration from the page, else from the server. Rejects if neither is usable. */
export async function loadConfig(): Promise<PublicConfig> {
  const inlined = dataBlock('phr-config');
  if (inlined !== undefined) return parseConfig(JSON.parse(inlined));
  const answer = await fetch(ADDRESS, { cache: 'no-store' });
  return parseConfig(await answer.json());
}

/**
 * Parses the configuration.
 * @throws if the identity service is missing, as nothing works without it
 */
export function parseConfig(value: unknown): PublicConfig {
  const root = isObject(value) ? value : {};
  const oidc = isObject(root['oidc']) ? root['oidc'] : {};
  const services = isObject(root['services']) ? root['services'] : {};
  const session = isObject(root['session']) ? root['session'] : {};
  const required = (name: string): string => {
    const found = text(oidc[name]);
    if (found === undefined) throw new Error(`Configuration holds no oidc.${name}`);
    return found;
  };
  const base = (name: string): string => (text(services[name]) ?? '').replace(/\/+$/, '');
  return {
    version: text(root['version']) ?? __PHR_VERSION__,
    production: root['production'] === true,
    oidc: {
      authority: required('authority'),
      clientId: required('clientId'),
      scope: text(oidc['scope']) ?? SCOPE,
      changePasswordUrl: text(oidc['changePasswordUrl']) ?? '',
      forgotPasswordUrl: text(oidc['forgotPasswordUrl']) ?? '',
      sessionsUrl: text(oidc['sessionsUrl']) ?? '',
    },
    services: {
      fhir: base('fhir') || '/fhir',
      phr: base('phr'),
      admin: base('admin'),
      directory: base('directory'),
      emr: base('emr'),
    },
    signUpAt: root['signUpAt'] === 'identity' ? 'identity' : 'phr',
    session: {
      idle: number(session['idle']) ?? 1_800,
      absolute: number(session['absolute']) ?? 43_200,
      sharedIdle: number(session['sharedIdle']) ?? 570,
    },
    inAppBrowsers: list(text)(root['inAppBrowsers']) ?? [],
    appScheme: text(root['appScheme']) ?? 'phr',
    storageOrigins: list(text)(root['storageOrigins']) ?? [],
    emergencyNumber: text(root['emergencyNumber']) ?? '115',
    clinicalTexts:
      root['clinicalTexts'] === 'all' || root['clinicalTexts'] === 'off' ? root['clinicalTexts'] : 'signed',
    supportPhone: text(root['supportPhone']) ?? '',
    supportEmail: text(root['supportEmail']) ?? '',
  };
}
