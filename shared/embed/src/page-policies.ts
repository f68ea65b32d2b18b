/** Page security settings used by modules and the federation to load files (see underPolicies in @phr/build). */
export interface PagePolicies {
  /** '' if the page uses none. */
  readonly nonce: string;
  readonly policy: { createScriptURL(url: string): unknown } | undefined;
  /**
   * Trusted script URL of a file of the record.
   * @throws TypeError for any other URL
   */
  readonly address: (url: string) => string;
}

interface Factory {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): NonNullable<PagePolicies['policy']>;
}

const KEY = Symbol.for('phr.page');
/** Immutable files with a hash. */
const OWN = /^\/(?:m|embed\/\d[\w.-]*)\//;

/**
 * Sets, once per page, the nonce and Trusted Types policy for files of the record, shared by all embeds and modules.
 * The policy allows release files only.
 * @throws TypeError if the page's CSP forbids a policy `phr-embed`
 */
export function ownPolicies(origin: string, nonce: string): PagePolicies {
  const page = globalThis as unknown as Record<symbol, PagePolicies | undefined> & { readonly trustedTypes?: Factory };
  const known = page[KEY];
  if (known !== undefined) return known;
  const checked = (url: string): string => {
    const { origin: of, pathname, href } = new URL(url, document.baseURI);
    if (of !== origin || !OWN.test(pathname)) throw new TypeError(`Not a file of the health record: ${href}`);
    return href;
  };
  const policy = page.trustedTypes?.createPolicy('phr-embed', { createScriptURL: checked });
  const policies: PagePolicies = Object.freeze({
    nonce,
    policy,
    address: (url: string) => (policy === undefined ? checked(url) : (policy.createScriptURL(url) as string)),
  });
  Object.defineProperty(page, KEY, { value: policies });
  return policies;
}

/** Watches CSP violations concerning the record; the returned function stops and reports the directive, if any. */
export function watchBlocked(origin: string): () => Promise<string | undefined> {
  let blockedBy: string | undefined;
  const heard = ({ blockedURI, effectiveDirective }: SecurityPolicyViolationEvent): void => {
    if (blockedURI.startsWith(origin) || blockedURI.startsWith('trusted-types')) blockedBy = effectiveDirective;
  };
  document.addEventListener('securitypolicyviolation', heard);
  return async () => {
    // the event is dispatched in a later task than the failure
    if (blockedBy === undefined) await new Promise((resolve) => setTimeout(resolve, 50));
    document.removeEventListener('securitypolicyviolation', heard);
    return blockedBy;
  };
}
