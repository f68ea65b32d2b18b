/**
 * Rounds half away from zero in decimal: 19.945 to two decimals is 19.95, although the nearest binary fraction is below
 * it. Works on decimal digits, so 1.005 keeps its last digit.
 */
export function roundHalfUp(value: number, decimals: number): number {
  if (!Number.isFinite(value)) return value;
  const [digits = '0', exponent = '0'] = String(Math.abs(value)).split('e');
  const rounded = Math.round(Number(`${digits}e${Number(exponent) + decimals}`));
  const result = Number(`${rounded}e${-decimals}`);
  return value < 0 && result !== 0 ? -result : result;
}

/**
 * Parses a number typed with a decimal comma or dot ('36,6', '36.6'); undefined for anything else, including '1.234,5'
 * and '1e3'.
 */
export function parseDecimal(text: string): number | undefined {
  const trimmed = text.trim();
  return /^[+-]?\d+(?:[.,]\d+)?$/.test(trimmed) ? Number(trimmed.replace(',', '.')) : undefined;
}

/** Number of decimal places as written. */
export function decimalsOf(value: number): number {
  const [digits = '', exponent = '0'] = String(value).split('e');
  return Math.max(0, (digits.split('.')[1] ?? '').length - Number(exponent));
}
