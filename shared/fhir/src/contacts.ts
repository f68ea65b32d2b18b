import type { Address, ContactPoint } from './datatypes.ts';

const USES = ['mobile', 'home', undefined, 'work', 'temp'];

/** The preferred phone number: lowest rank, then mobile, home, work. Never an old number. */
export function primaryPhone(telecom: readonly ContactPoint[] | undefined): string | undefined {
  const phones = (telecom ?? []).filter(
    ({ system, value, use }) => (system === 'phone' || system === 'sms') && value !== undefined && use !== 'old',
  );
  const order = (point: ContactPoint): number => (point.rank ?? 100) * 10 + Math.max(USES.indexOf(point.use), 0);
  const [first] = [...phones].sort((a, b) => order(a) - order(b));
  return first?.value === undefined ? undefined : withoutScheme(first.value);
}

/** All values of one system, in the given order. */
export function contactValues(telecom: readonly ContactPoint[] | undefined, system: string): readonly string[] {
  return (telecom ?? []).flatMap((point) =>
    point.system === system && point.value !== undefined ? [withoutScheme(point.value)] : [],
  );
}

/**
 * A phone number for display: '0912 345 678' for a Vietnamese number in any of its four forms, otherwise unchanged
 * (D-21).
 */
export function formatPhone(value: string): string {
  const compact = value.replace(/[\s.()-]/g, '');
  const rest = /^(?:\+84|84|0)?(\d{9})$/.exec(compact)?.[1];
  return rest === undefined ? value : `0${rest.slice(0, 3)} ${rest.slice(3, 6)} ${rest.slice(6)}`;
}

/** An address on one line: its text, else its parts, with '-' for a part marked as non-existent. */
export function formatAddress(address: Address | undefined): string | undefined {
  if (address === undefined) return undefined;
  const parts = [...(address.line ?? []), address.district, address.city, address.state, address.country].filter(
    (part) => part !== undefined && part !== '-' && part !== 'VN',
  );
  const text = address.text ?? parts.join(', ');
  return text === '' ? undefined : text;
}

/** Strips a URI scheme: some systems send 'tel:+84912345678'. */
function withoutScheme(value: string): string {
  return value.replace(/^(?:tel|mailto|sms):/i, '');
}
