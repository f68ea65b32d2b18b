/** How the identity service's page is opened: in a popup or in place of the app. */
export type SigninMode = 'popup' | 'redirect';

/**
 * True in a messaging app's in-app browser, which opens no second window and hides the URL.
 * @param names user agent substrings from the configuration
 */
export function isInAppBrowser(userAgent: string, names: readonly string[]): boolean {
  const agent = userAgent.toLowerCase();
  return names.some((name) => agent.includes(name.toLowerCase()));
}

/**
 * A popup on wide screens, a redirect on narrow ones and in messaging apps (D-17).
 * @param width CSS pixels
 */
export function signinMode(width: number, isInApp: boolean): SigninMode {
  return width >= 992 && !isInApp ? 'popup' : 'redirect';
}
