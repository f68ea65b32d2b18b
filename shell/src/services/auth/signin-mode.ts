/** How the identity service's page is opened: in a window of its own or in place of the app. */
export type SigninMode = 'popup' | 'redirect';

/** True inside the browser of a messaging app, which opens no second window and hides the address. @param names words of a user agent, from the configuration */
export function isInAppBrowser(userAgent: string, names: readonly string[]): boolean {
  const agent = userAgent.toLowerCase();
  return names.some((name) => agent.includes(name.toLowerCase()));
}

/** A window on wide screens, the same page on narrow ones and in messaging apps (D-17). @param width CSS pixels */
export function signinMode(width: number, isInApp: boolean): SigninMode {
  return width >= 992 && !isInApp ? 'popup' : 'redirect';
}
