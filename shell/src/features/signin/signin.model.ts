/** Query of the quick sign-up link the person arrived by; '' for other arrivals. */
export function queryOf(wanted: string | undefined): string {
  return wanted?.startsWith('/quick-in?') === true ? wanted.slice('/quick-in'.length) : '';
}

/**
 * Target of "create account": the quick sign-up if the link has code type, enrollment and organisation, else sign-up
 * (AUTH-08).
 */
export function createAccountPath(search: string): string {
  const given = new URLSearchParams(search);
  const params = new URLSearchParams();
  for (const name of ['t', 'e', 'o']) {
    const value = given.get(name);
    // allowed characters of a code; anything else is dropped (S-33)
    if (value !== null && /^[\w.-]{1,64}$/.test(value)) params.set(name, value);
  }
  const query = params.toString();
  return `${params.size === 3 ? '/quick-in' : '/signup'}${query === '' ? '' : `?${query}`}`;
}
