import type { Locale } from '@phr/contract/host-api';
import { inUnit, type GlucoseUnit } from '@phr/clinical/glucose';
import type { ToldVerdict, WholeVerdict } from '@phr/clinical/assess/verdict';
import { judgingWords, levelWords } from '@phr/fhir/verdict-words';
import { formatDateTime, formatNumber } from '@phr/ui/format';
import { unitTextOf } from '../vital/vital.model.ts';
import type { Part, Reading } from './reading.model.ts';

/** Looks up a text of this module and fills its places. */
export type Translate = (key: string, values?: Readonly<Record<string, string | number>>) => string;

/** Language context for wording readings. */
export interface Language {
  readonly t: Translate;
  readonly locale: Locale;
  readonly glucoseUnit: GlucoseUnit;
  readonly zone: string;
}

/** A displayed value: digits (or text) and unit. Without `digits`, `missing` says why. */
export interface ShownValue {
  readonly digits?: string;
  readonly unit: string;
  readonly missing?: string;
}

/** Display unit of a vital; glucose in the person's choice. An ECG's rate is marked as the device's. */
export function unitWords(vitalKey: Reading['vitalKey'], { t, glucoseUnit }: Language): string {
  if (vitalKey === 'ecgs') return t('ecg.unit', { unit: t(unitTextOf(vitalKey)) });
  return vitalKey === 'glucoses' ? t(glucoseUnit === 'mg/dL' ? 'unit.mgdL' : 'unit.mmolL') : t(unitTextOf(vitalKey));
}

/** A reading's value. Blood pressure is "128/82"; a missing number is named. */
export function shownValue(reading: Reading, language: Language): ShownValue {
  const { t } = language;
  const shown = reading.parts.map((part) => shownAmount(part, reading.vitalKey, language));
  const first = shown[0];
  if (first === undefined || shown.every(({ digits }) => digits === undefined))
    return { unit: '', missing: first?.missing ?? t('absent.unknown') };
  if (shown.length === 1) return first;
  return {
    digits: shown.map(({ digits, missing }) => digits ?? missing).join('/'),
    unit: shown.find(({ digits }) => digits !== undefined)?.unit ?? first.unit,
  };
}

function shownAmount({ amount, isExact = false }: Part, vitalKey: Reading['vitalKey'], language: Language): ShownValue {
  const { t, locale, glucoseUnit } = language;
  if (amount.kind === 'absent') return { unit: '', missing: t(`absent.${amount.reason}`) };
  if (amount.kind === 'written') {
    if (amount.value === undefined) return { digits: amount.text ?? '', unit: '' };
    return { digits: formatNumber(amount.value, locale), unit: amount.unit ?? t('unit.missing') };
  }
  const stored = amount.unit.code;
  const value =
    vitalKey === 'glucoses' && (stored === 'mmol/L' || stored === 'mg/dL')
      ? inUnit(amount.value, stored, glucoseUnit)
      : amount.value;
  const unit = unitWords(vitalKey, language);
  const number = formatNumber(value, locale, isExact && value === amount.value ? '' : unit);
  return { digits: amount.comparator === undefined ? number : `${amount.comparator} ${number}`, unit };
}

/**
 * The original, if another number is shown: "152 lb", or "181 mg/dL" to readers of mmol/L; the level is the original's
 * (D-36).
 */
export function originalAmount(
  { vitalKey, parts: [part] }: Reading,
  { locale, glucoseUnit }: Language,
): string | undefined {
  const amount = part?.amount;
  if (amount?.kind !== 'measured') return undefined;
  const written =
    amount.written ??
    (vitalKey === 'glucoses' && amount.unit.code !== glucoseUnit
      ? { value: amount.value, unit: amount.unit.sign }
      : undefined);
  return written === undefined ? undefined : `${formatNumber(written.value, locale)}\u00a0${written.unit}`;
}

/** Value and unit in one phrase, for sentences and cells: "128/82 mmHg". */
export function valuePhrase(reading: Reading, language: Language): string {
  const { digits, unit, missing } = shownValue(reading, language);
  return digits === undefined ? (missing ?? '') : unit === '' ? digits : `${digits}\u00a0${unit}`;
}

/** Time of measurement with its given precision. */
export function timePhrase({ measuredAt }: Pick<Reading, 'measuredAt'>, { t, locale, zone }: Language): string {
  return measuredAt === undefined ? t('reading.noTime') : formatDateTime(measuredAt, locale, zone);
}

/** Who measured: "Tự nhập (BỆNH NHÂN)" (D-46), the facility's name, computed, or unknown. */
export function sourcePhrase({ source }: Pick<Reading, 'source'>, { t }: Language): string {
  if (source.kind === 'patient')
    return [t('obs.byPatient'), source.place].filter((part) => part !== undefined).join(' · ');
  if (source.kind === 'facility') return source.name ?? t('reading.facility');
  return t(`reading.${source.kind}`);
}

/** A level in words: "Nguy hiểm · Cao". */
export function levelPhrase(verdict: ToldVerdict | undefined, { t, locale }: Language): string | undefined {
  return verdict === undefined ? undefined : levelWords(verdict, { t, locale });
}

/** The judging range with its source, beside a level: "mục tiêu 3,9–10", "bác sĩ đặt: dưới 130". */
export function judgingPhrase(
  verdict: WholeVerdict,
  vitalKey: Reading['vitalKey'] | undefined,
  language: Language,
): string | undefined {
  return judgingWords(verdict, vitalKey, rangeLanguage(vitalKey, language));
}

/** How ranges are worded: glucose values use the display unit, its range the judging unit (D-36). */
export const rangeLanguage = (vitalKey: Reading['vitalKey'] | undefined, language: Language) => ({
  locale: language.locale,
  number: edgeIn(language),
  ...(vitalKey === 'glucoses' ? { unit: language.glucoseUnit } : {}),
});

/** An edge with exactly its own digits. */
export const edgeIn =
  ({ locale }: Language) =>
  (value: number): string =>
    formatNumber(value, locale);
