/**
 * Rounds half away from zero as on paper: 19.945 to two decimals is 19.95, although the nearest binary fraction lies below it.
 * Works on the decimal digits, so 1.005 does not lose its last one.
 */
export function roundHalfUp(value: number, decimals: number): number {
  if (!Number.isFinite(value)) return value;
  const [digits = '0', exponent = '0'] = String(Math.abs(value)).split('e');
  const rounded = Math.round(Number(`${digits}e${Number(exponent) + decimals}`));
  const result = Number(`${rounded}e${-decimals}`);
  return value < 0 && result !== 0 ? -result : result;
}

/** Reads a number typed with a decimal comma or dot ('36,6', '36.6'); undefined for anything else, also for '1.234,5' and '1e3'. */
export function parseDecimal(text: string): number | undefined {
  const trimmed = text.trim();
  return /^[+-]?\d+(?:[.,]\d+)?$/.test(trimmed) ? Number(trimmed.replace(',', '.')) : undefined;
}

/** Decimal places of a number as it is written. */
export function decimalsOf(value: number): number {
  const [digits = '', exponent = '0'] = String(value).split('e');
  return Math.max(0, (digits.split('.')[1] ?? '').length - Number(exponent));
}
