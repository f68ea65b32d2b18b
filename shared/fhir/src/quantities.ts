import type { Locale } from '@phr/contract/locale';
import { localized, type Localized } from '@phr/i18n/localized';
import { metricOf } from '@phr/clinical/unit-sizes';
import type { Money, Quantity, Range, Ratio } from './datatypes.ts';

/** Words and signs of UCUM codes. Units that are the same in both languages stand once. */
const UNITS: Readonly<Record<string, Localized | string>> = {
  'mm[Hg]': 'mmHg',
  Cel: '°C',
  '[degF]': '°F',
  'kg/m2': 'kg/m²',
  'g/cm2': 'g/cm²',
  '/min': localized('lần/phút', '/min'),
  '{beats}/min': localized('nhịp/phút', 'beats/min'),
  '{Beats}/min': localized('nhịp/phút', 'beats/min'),
  '[lb_av]': localized('pound', 'lb'),
  '[in_i]': 'inch',
  '[oz_av]': localized('ounce', 'oz'),
  a: localized('tuổi', 'years'),
  mo: localized('tháng', 'months'),
  wk: localized('tuần', 'weeks'),
  d: localized('ngày', 'days'),
  h: localized('giờ', 'hours'),
  min: localized('phút', 'minutes'),
  s: localized('giây', 'seconds'),
  'umol/L': 'µmol/L',
  ug: 'µg',
  'ug/L': 'µg/L',
  'ug/dL': 'µg/dL',
  '10*3/uL': '×10³/µL',
  '10*6/uL': '×10⁶/µL',
  '10*9/L': '×10⁹/L',
  '10*12/L': '×10¹²/L',
  'mL/min/{1.73_m2}': localized('mL/min/1,73 m²', 'mL/min/1.73 m²'),
  'm[IU]/L': 'mIU/L',
  '[IU]/L': 'IU/L',
  'beats/minute': localized('nhịp/phút', 'beats/min'),
  '{beat}/min': localized('nhịp/phút', 'beats/min'),
  bpm: localized('nhịp/phút', 'beats/min'),
  tablet: localized('viên', 'tablet'),
  '{tbl}': localized('viên', 'tablets'),
  '1': '',
};

/** Ranges of one end. */
const atLeast = (least: string): Localized => localized(`từ ${least} trở lên`, `${least} or more`);
const atMost = (most: string): Localized => localized(`đến ${most}`, `up to ${most}`);

/** A number as it is read: decimal comma in Vietnamese, no grouping that could be taken for a decimal point; small values keep three digits. */
export function formatNumber(value: number, locale: Locale): string {
  const digits = Math.abs(value) >= 1 || value === 0 ? { maximumFractionDigits: 2 } : { maximumSignificantDigits: 3 };
  return new Intl.NumberFormat(locale, { useGrouping: false, ...digits }).format(value);
}

/** The unit in words; empty when there is none. Annotations in braces such as {score} are no unit. */
export function unitWords(quantity: Pick<Quantity, 'unit' | 'code' | 'system'>, locale: Locale): string {
  const { unit, code } = quantity;
  // what the sender wrote says more than the code: beats/minute against /min
  for (const text of [unit, code]) {
    const known = text !== undefined && Object.hasOwn(UNITS, text) ? UNITS[text] : undefined;
    if (known === undefined || (known === '' && unit !== undefined && unit !== code)) continue;
    return typeof known === 'string' ? known : known[locale];
  }
  return (unit ?? code ?? '')
    .replaceAll(/\{[^}]*\}/g, '')
    .replace(/\/$/, '')
    .trim();
}

/** A quantity in words: comparator, number and unit, imperial units as metric with the original in brackets. Undefined when it has no number. */
export function formatQuantity(quantity: Quantity | undefined, locale: Locale): string | undefined {
  if (quantity?.value === undefined) return undefined;
  const { comparator } = quantity;
  const sign =
    comparator === '<='
      ? '≤ '
      : comparator === '>='
        ? '≥ '
        : comparator === '<' || comparator === '>'
          ? `${comparator} `
          : '';
  const written = `${sign}${withUnit(quantity.value, unitWords(quantity, locale), locale)}`;
  const metric = metricOf(quantity.code) ?? metricOf(quantity.unit);
  return metric === undefined
    ? written
    : `${sign}${withUnit(metric.of(quantity.value), metric.to.sign, locale)} (${written})`;
}

function withUnit(value: number, unit: string, locale: Locale): string {
  return `${formatNumber(value, locale)}${unit === '' || unit === '%' ? '' : ' '}${unit}`;
}

/** 'low – high unit', or in words when one end is open: 'from low up', 'up to high'. */
export function formatRange(range: Range | undefined, locale: Locale): string | undefined {
  const low = range?.low?.value;
  const high = range?.high?.value;
  if (low !== undefined && high !== undefined) {
    const unit = unitWords(
      range?.high?.unit === undefined && range?.high?.code === undefined ? (range?.low ?? {}) : range.high,
      locale,
    );
    return `${formatNumber(low, locale)} – ${formatNumber(high, locale)}${unit === '' || unit === '%' ? unit : ` ${unit}`}`;
  }
  const [least, most] = [formatQuantity(range?.low, locale), formatQuantity(range?.high, locale)];
  if (least !== undefined) return atLeast(least)[locale];
  return most === undefined ? undefined : atMost(most)[locale];
}

/** '1 : 128', '5 mg / 10 mL'. */
export function formatRatio(ratio: Ratio | undefined, locale: Locale): string | undefined {
  const numerator = formatQuantity(ratio?.numerator, locale);
  const denominator = formatQuantity(ratio?.denominator, locale);
  if (numerator === undefined || denominator === undefined) return numerator ?? denominator;
  const plain = unitWords(ratio?.numerator ?? {}, locale) === '' && unitWords(ratio?.denominator ?? {}, locale) === '';
  return plain ? `${numerator} : ${denominator}` : `${numerator} / ${denominator}`;
}

/** An amount in the style of the product: '150.000 VND'. */
export function formatMoney(money: Money | undefined): string | undefined {
  if (money?.value === undefined) return undefined;
  const currency = money.currency !== undefined && /^[A-Z]{3}$/.test(money.currency) ? money.currency : 'VND';
  return new Intl.NumberFormat('it-IT', {
    style: 'currency',
    currency,
    currencyDisplay: 'code',
    useGrouping: 'always',
  }).format(money.value);
}
