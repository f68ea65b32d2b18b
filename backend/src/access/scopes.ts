/** Scope of who operates the installation. Only the operators' pages may ask for it. */
export const OPS_SCOPE = 'phr.ops';
/** Where these pages are told of a sign-in. */
export const OPS_CALLBACK = '/ops/callback';

/** Scopes of the product; the client may ask for no others. */
export const SCOPES = [
  'openid',
  'profile',
  'email',
  'phone',
  'offline_access',
  'fhir_api',
  'med_profile',
  'one_user_ids_app_api',
];
