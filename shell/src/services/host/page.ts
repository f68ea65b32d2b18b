/** The window as auth and start-up see it; the only place that reads or changes the page's location. */
export interface Page {
  readonly origin: string;
  readonly userAgent: string;
  href(): string;
  pathname(): string;
  /** Width of the window in CSS pixels. */
  width(): number;
  /** Navigates away; this document ends. */
  leave(url: string): void;
  /** The same without a history entry. */
  replace(url: string): void;
  reload(): void;
}

export const page: Page = {
  get origin() {
    return window.location.origin;
  },
  get userAgent() {
    return navigator.userAgent;
  },
  href: () => window.location.href,
  pathname: () => window.location.pathname,
  width: () => window.innerWidth,
  leave: (url) => window.location.assign(url),
  replace: (url) => window.location.replace(url),
  reload: () => window.location.reload(),
};
