/** What modules and the federation know of the page when they load a file (see underPolicies in @phr/build). */
export interface PagePolicies {
  /** '' where the page uses none. */
  readonly nonce: string;
  readonly policy: { createScriptURL(url: string): unknown } | undefined;
  /** The address of a file of the record, as this page lets it through. Throws TypeError for every other one. */
  readonly address: (url: string) => string;
}

interface Factory {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): NonNullable<PagePolicies['policy']>;
}

const KEY = Symbol.for('phr.page');
/** Files that never change and carry a hash. */
const OWN = /^\/(?:m|embed\/\d[\w.-]*)\//;

/**
 * Says once for this page by which nonce and which policy of Trusted Types files of the record come; all embeds and modules of the page use it. The policy lets
 * files of releases through and nothing else. Throws TypeError where the page allows no policy `phr-embed`.
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

/** Watches what the page's own policy blocks of the record; the function that it answers ends that, and says by which directive something was. */
export function watchBlocked(origin: string): () => Promise<string | undefined> {
  let blockedBy: string | undefined;
  const heard = ({ blockedURI, effectiveDirective }: SecurityPolicyViolationEvent): void => {
    if (blockedURI.startsWith(origin) || blockedURI.startsWith('trusted-types')) blockedBy = effectiveDirective;
  };
  document.addEventListener('securitypolicyviolation', heard);
  return async () => {
    // the event comes in a task of its own, behind the failure
    if (blockedBy === undefined) await new Promise((resolve) => setTimeout(resolve, 50));
    document.removeEventListener('securitypolicyviolation', heard);
    return blockedBy;
  };
}
