/** The query of a quick sign-up's link that somebody came by; '' for what else she came for. */
export function queryOf(wanted: string | undefined): string {
  return wanted?.startsWith('/quick-in?') === true ? wanted.slice('/quick-in'.length) : '';
}

/** Where "create account" leads: to the quick sign-up when the link carries code type, enrollment and organisation, else to sign-up (AUTH-08). */
export function createAccountPath(search: string): string {
  const given = new URLSearchParams(search);
  const params = new URLSearchParams();
  for (const name of ['t', 'e', 'o']) {
    const value = given.get(name);
    // What a code may look like; anything else is dropped (S-33).
    if (value !== null && /^[\w.-]{1,64}$/.test(value)) params.set(name, value);
  }
  const query = params.toString();
  return `${params.size === 3 ? '/quick-in' : '/signup'}${query === '' ? '' : `?${query}`}`;
}
