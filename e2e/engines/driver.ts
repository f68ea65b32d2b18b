import type { Named } from './named.ts';

/** One tab of a browser, whatever drives it. */
export interface Driver {
  /** Opens an address and waits until it has loaded. */
  open(address: string): Promise<void>;
  /** Runs a function in the page; it uses nothing from outside itself, and what goes in and out is JSON. */
  ask<Given extends readonly unknown[], Answer>(
    question: (...given: Given) => Answer,
    ...given: Given
  ): Promise<Awaited<Answer>>;
  /** Whether there is something of this name; not in a page that is being left. */
  shows(target: Named): Promise<boolean>;
  /** Presses with the pointer. @throws when there is nothing of this name */
  press(target: Named): Promise<void>;
  /** Types by the keyboard. @throws when there is nothing of this name */
  type(target: Named, text: string): Promise<void>;
  /** Uncaught errors and breaches of the policy that were heard of so far. */
  faults(): Promise<readonly string[]>;
  close(): Promise<void>;
}

export interface Engine {
  readonly name: string;
  /** The Debian packages without which it cannot run here; none when they are there. */
  readonly missing: readonly string[];
  /** Starts it with a window as wide as a phone, where signing in is a redirect. */
  launch(): Promise<Driver>;
}

/** CSS px. */
export const PHONE = { width: 412, height: 840 } as const;
