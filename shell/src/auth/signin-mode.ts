/** How the identity service's page is opened: in a window of its own or in place of the app. */
export type SigninMode = 'popup' | 'redirect';

/** Browsers inside messaging apps (D-100): they open no second window and hide the address. */
const IN_APP = /Zalo|FBAN|FBAV|FB_IAB|Messenger|Instagram|\bLine\/|Viber|MicroMessenger|Telegram/i;

/** True inside the browser of a messaging app. */
export const isInAppBrowser = (userAgent: string): boolean => IN_APP.test(userAgent);

/** A window on wide screens, the same page on narrow ones and in messaging apps (D-17). Width in CSS pixels. */
export function signinMode(width: number, userAgent: string): SigninMode {
  return width >= 992 && !isInAppBrowser(userAgent) ? 'popup' : 'redirect';
}
