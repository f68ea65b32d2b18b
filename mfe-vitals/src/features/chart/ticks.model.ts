import type { Locale } from '@phr/contract/host-api';

/** Formats the values along an axis, all with the decimals that its step needs: 18,0 · 18,5 · 19,0. */
export function tickFormat(step: number, locale: Locale): (value: number) => string {
  const digits = decimalsOf(step);
  const format = new Intl.NumberFormat(locale, {
    useGrouping: false,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return (value) => format.format(value);
}

/** Steps are computed: 0.1 + 0.2 has one decimal, not sixteen. */
const decimalsOf = (step: number): number => String(Number(step.toFixed(6))).split('.')[1]?.length ?? 0;
