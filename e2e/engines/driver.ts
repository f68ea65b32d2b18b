import type { Named } from './named.ts';

/** One browser tab, independent of the automation protocol. */
export interface Driver {
  /** Opens an address and waits until it has loaded. */
  open(address: string): Promise<void>;
  /** Evaluates a self-contained function in the page; arguments and result must be JSON. */
  ask<Given extends readonly unknown[], Answer>(
    question: (...given: Given) => Answer,
    ...given: Given
  ): Promise<Awaited<Answer>>;
  /** Whether a matching element is visible. False while the page is navigating. */
  shows(target: Named): Promise<boolean>;
  /** Clicks. @throws if nothing matches */
  press(target: Named): Promise<void>;
  /** Types with the keyboard. @throws if nothing matches */
  type(target: Named, text: string): Promise<void>;
  /** Uncaught errors and CSP violations so far. */
  faults(): Promise<readonly string[]>;
  close(): Promise<void>;
}

export interface Engine {
  readonly name: string;
  /** Debian packages that are not installed but required; empty if the engine can run. */
  readonly missing: readonly string[];
  /** Opens a window of phone width, where signing in is a redirect. */
  launch(): Promise<Driver>;
}

/** CSS px. */
export const PHONE = { width: 412, height: 840 } as const;
