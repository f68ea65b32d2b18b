/** Scope of operators. Only the operators' pages may request it. */
export const OPS_SCOPE = 'phr.ops';
/** Redirect path of these pages. */
export const OPS_CALLBACK = '/ops/callback';

/** The product's scopes; clients may request no others. */
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
