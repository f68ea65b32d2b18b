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
