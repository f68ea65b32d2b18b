import type { Locale } from '@phr/contract/locale';
import { numberFormat } from '@phr/i18n/intl';
import { localized, type Localized } from '@phr/i18n/localized';
import { metricOf } from '@phr/clinical/unit-sizes';
import type { Money, Quantity, Range, Ratio } from './datatypes.ts';
import { digitsOf } from './digits.ts';

/** Words and symbols of UCUM codes; units that are equal in both languages appear once. */
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
  a: localized('năm', 'years'),
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
  tablet: localized('viên', 'tablets'),
  '{tbl}': localized('viên', 'tablets'),
  '1': '',
  '/uL': localized('mỗi µL', 'per µL'),
  '/HPF': localized('mỗi vi trường', 'per field'),
  '/[HPF]': localized('mỗi vi trường', 'per field'),
  '/h': localized('mỗi giờ', 'per hour'),
  '/d': localized('mỗi ngày', 'per day'),
  '/wk': localized('mỗi tuần', 'per week'),
  '/mo': localized('mỗi tháng', 'per month'),
  '/a': localized('mỗi năm', 'per year'),
  '{drinks}/d': localized('ly mỗi ngày', 'drinks per day'),
  '{packs}/a': localized('gói mỗi năm', 'packs per year'),
  '{tablet}': localized('viên', 'tablets'),
  '{Tablet}': localized('viên', 'tablets'),
  '[IU]': 'IU',
  '[pH]': 'pH',
  years: localized('năm', 'years'),
  year: localized('năm', 'years'),
  months: localized('tháng', 'months'),
  days: localized('ngày', 'days'),
  hours: localized('giờ', 'hours'),
};
/** English singular forms of units. */
const ONE: Readonly<Record<string, string>> = {
  years: 'year',
  months: 'month',
  weeks: 'week',
  days: 'day',
  hours: 'hour',
  minutes: 'minute',
  seconds: 'second',
  tablets: 'tablet',
};

/** One-sided ranges. */
const atLeast = (least: string): Localized => localized(`từ ${least} trở lên`, `${least} or more`);
const atMost = (most: string): Localized => localized(`đến ${most}`, `up to ${most}`);

/**
 * Formats a computed number: decimal comma in Vietnamese, no grouping that could look like a decimal point; small
 * values keep three digits. Measured or prescribed numbers are never rounded: use `sentNumber`.
 */
export function formatNumber(number: number, locale: Locale): string {
  const digits = Math.abs(number) >= 1 || number === 0 ? { maximumFractionDigits: 2 } : { maximumSignificantDigits: 3 };
  return numberFormat(locale, { useGrouping: false, ...digits }).format(number);
}

/** A number exactly as sent, except for the locale's decimal mark; exponents are expanded. */
export function sentNumber(holder: object, key: string, locale: Locale): string | undefined {
  const value: unknown = Reflect.get(holder, key);
  if (typeof value !== 'number') return undefined;
  const sign =
    numberFormat(locale)
      .formatToParts(1.5)
      .find(({ type }) => type === 'decimal')?.value ?? '.';
  return writtenOut(digitsOf(holder, key) ?? String(value)).replace('.', sign);
}

/** '1.5e-3' as '0.0015'. */
function writtenOut(text: string): string {
  const [, sign = '', whole = '', part = '', power] = /^(-?)(\d+)(?:\.(\d+))?[eE]([+-]?\d+)$/.exec(text) ?? [];
  if (power === undefined || Math.abs(Number(power)) > 40) return text;
  const places = part.length - Number(power);
  const digits = (whole + part).padStart(places + 1, '0');
  if (places <= 0) return sign + (digits + '0'.repeat(-places)).replace(/^0+(?=\d)/, '');
  return `${sign}${digits.slice(0, -places).replace(/^0+(?=\d)/, '')}.${digits.slice(-places)}`;
}

/** The unit in words; empty if none. Annotations in braces such as {score} are not units. */
export function unitWords(quantity: Pick<Quantity, 'unit' | 'code' | 'system'>, locale: Locale): string {
  const { unit, code } = quantity;
  // the sender's text is more specific than the code: beats/minute against /min
  for (const text of contradiction(quantity) === undefined ? [unit, code] : [unit]) {
    const known = text !== undefined && Object.hasOwn(UNITS, text) ? UNITS[text] : undefined;
    if (known === undefined || (known === '' && unit !== undefined && unit !== code)) continue;
    return typeof known === 'string' ? known : known[locale];
  }
  const plain = (unit ?? code ?? '')
    .replaceAll(/\{[^{}]*\}/g, '')
    .replace(/\/$/, '')
    .trim();
  // the rest of '{score}/d' is a unit
  const rest = plain !== (unit ?? code) && Object.hasOwn(UNITS, plain) ? UNITS[plain] : plain;
  return typeof rest === 'object' ? rest[locale] : (rest ?? plain);
}

const SIGNS: Readonly<Record<string, string>> = { '<': '< ', '<=': '≤ ', '>=': '≥ ', '>': '> ' };

/**
 * A quantity in words: comparator, number as sent, unit; imperial units as metric with the original in brackets, and
 * the unit's code if it contradicts the printed unit. Undefined without a number.
 */
export function formatQuantity(quantity: Quantity | undefined, locale: Locale): string | undefined {
  if (quantity?.value === undefined) return undefined;
  const { comparator } = quantity;
  const sign = comparator === undefined ? '' : (SIGNS[comparator] ?? `${comparator} `);
  const number = sentNumber(quantity, 'value', locale) ?? '';
  const written = `${sign}${withUnit(number, unitWords(quantity, locale))}`;
  const other = contradiction(quantity);
  if (other !== undefined) return `${written} (${CODE_SAYS[locale]} ${other})`;
  const metric = metricOf(quantity.code) ?? metricOf(quantity.unit);
  return metric === undefined
    ? written
    : `${sign}${withUnit(formatNumber(metric.of(quantity.value), locale), metric.to.sign)} (${written})`;
}

const CODE_SAYS = localized('mã đơn vị ghi', 'the unit code says');
/** Real unit components, so that two such units can contradict each other. */
const UCUM_PARTS =
  /^(?:(?:[kmunpf]|d|c)?(?:g|mol|L|l|m|Eq|osm|U)|\[IU\]|mm\[Hg\]|k?Pa|Cel|\[degF\]|\[lb_av\]|\[in_i\]|m2|%|h|d|min|s|wk|mo|a|10\*\d+)$/;
const SPELLINGS: Readonly<Record<string, string>> = {
  mmHg: 'mm[Hg]',
  '°C': 'Cel',
  IU: '[IU]',
  mcg: 'ug',
  '°F': '[degF]',
  C: 'Cel',
  degC: 'Cel',
  F: '[degF]',
  degF: '[degF]',
  lb: '[lb_av]',
  lbs: '[lb_av]',
  in: '[in_i]',
  'm²': 'm2',
};

/**
 * The unit's code if it contradicts the printed unit (5 mg with the code g). Words and annotations never contradict.
 */
export function contradiction({ unit, code }: Quantity): string | undefined {
  if (unit === undefined || code === undefined || unit === code) return undefined;
  const [printed, coded] = [unit, code].map((text) =>
    text.split('/').map((part) => (SPELLINGS[part] ?? part).replace(/[µμ]/g, 'u').replace(/^([kdcmunpf]?)l$/, '$1L')),
  );
  if (![...(printed ?? []), ...(coded ?? [])].every((part) => UCUM_PARTS.test(part))) return undefined;
  return printed?.join('/') === coded?.join('/') ? undefined : code;
}

function withUnit(number: string, unit: string): string {
  const words = number === '1' ? (ONE[unit] ?? unit) : unit;
  return words === '' ? number : `${number}${words === '%' ? '\u00a0' : ' '}${words}`;
}

/** 'low – high unit', or one-sided: 'from low up', 'up to high'. */
export function formatRange(range: Range | undefined, locale: Locale): string | undefined {
  const [least, most] = [formatQuantity(range?.low, locale), formatQuantity(range?.high, locale)];
  if (range?.low === undefined || range.high === undefined || least === undefined || most === undefined) {
    if (least !== undefined) return atLeast(least)[locale];
    return most === undefined ? undefined : atMost(most)[locale];
  }
  const [low, high] = [unitWords(range.low, locale), unitWords(range.high, locale)];
  const plain = [range.low, range.high].every(
    (edge) => edge.comparator === undefined && metricOf(edge.code) === undefined,
  );
  if (!plain || contradiction(range.low) !== undefined || (low !== high && low !== '' && high !== ''))
    return `${least} – ${most}`;
  const unit = high === '' ? low : high;
  return `${sentNumber(range.low, 'value', locale)} – ${withUnit(sentNumber(range.high, 'value', locale) ?? '', unit)}`;
}

/** '1 : 128', '5 mg / 10 mL'. */
export function formatRatio(ratio: Ratio | undefined, locale: Locale): string | undefined {
  const numerator = formatQuantity(ratio?.numerator, locale);
  const denominator = formatQuantity(ratio?.denominator, locale);
  if (numerator === undefined || denominator === undefined) return numerator ?? denominator;
  const plain = unitWords(ratio?.numerator ?? {}, locale) === '' && unitWords(ratio?.denominator ?? {}, locale) === '';
  return plain ? `${numerator} : ${denominator}` : `${numerator} / ${denominator}`;
}

/** An amount in the product's format: '150.000 VND'. */
export function formatMoney(money: Money | undefined): string | undefined {
  if (money?.value === undefined) return undefined;
  const currency = money.currency !== undefined && /^[A-Z]{3}$/.test(money.currency) ? money.currency : 'VND';
  return numberFormat('it-IT', {
    style: 'currency',
    currency,
    currencyDisplay: 'code',
    useGrouping: 'always',
  }).format(money.value);
}
