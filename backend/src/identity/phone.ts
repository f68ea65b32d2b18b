/** A Vietnamese mobile number in both stored forms. */
export interface Phone {
  /** As people write and sign in with it: 0 and nine digits. */
  readonly local: string;
  /** Dialing code 84 and nine digits, 11 characters. */
  readonly stored: string;
}

/**
 * Parses a typed number: optional country code (also in brackets), groups separated by space, dot or dash. Undefined if
 * invalid.
 */
export function readPhone(text: string): Phone | undefined {
  const trimmed = text.trim();
  if (!/^(\+?\(?\+?\d{1,3}\)?[ .-]?)?\d[\d .-]*$/.test(trimmed)) return undefined;
  const digits = trimmed.replace(/\D/g, '');
  const rest = /^(?:84|0|840)?([1-9]\d{8})$/.exec(digits)?.[1];
  return rest === undefined ? undefined : { local: `0${rest}`, stored: `84${rest}` };
}
