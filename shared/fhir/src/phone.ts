/**
 * Optional country or area code, then groups of 3 to 4 digits separated by nothing, a space, a dot or a dash (D-21).
 */
const PATTERN = /^(?:(?:\+?\d{1,3}|\(\+?\d{1,4}\))[ .-]?)?\d{3,4}(?:[ .-]?\d{3,4})*$/;
const FEWEST_DIGITS = 9;
const MOST_DIGITS = 12;

/** A stored phone number, split for the verification endpoints. */
export interface SplitPhone {
  /** The first two characters, e.g. '84'. */
  readonly dialingCode: string;
  /** The rest, e.g. '912345678'. */
  readonly number: string;
}

/** True for a plausible phone number: the product's pattern, 9 to 12 digits in total (D-21). */
export function isPhone(typed: string): boolean {
  const digits = typed.replace(/\D/g, '').length;
  return PATTERN.test(typed.trim()) && digits >= FEWEST_DIGITS && digits <= MOST_DIGITS;
}

/** Storage form of a Vietnamese number: 84 and nine digits. Undefined for any other number. */
export function storedPhone(typed: string): string | undefined {
  const rest = isPhone(typed) ? /^(?:84|0|840)?([1-9]\d{8})$/.exec(typed.replace(/\D/g, ''))?.[1] : undefined;
  return rest === undefined ? undefined : `84${rest}`;
}

/** Splits a stored number: the first two characters are the dialing code. */
export function splitPhone(stored: string): SplitPhone {
  return { dialingCode: stored.slice(0, 2), number: stored.slice(2) };
}
