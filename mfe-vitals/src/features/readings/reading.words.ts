import type { Locale } from '@phr/contract/host-api';
import { inUnit, type GlucoseUnit } from '@phr/clinical/glucose';
import type { ToldVerdict, WholeVerdict } from '@phr/clinical/assess/verdict';
import { judgingWords, levelWords } from '@phr/fhir/verdict-words';
import { formatDateTime, formatNumber } from '@phr/ui/format';
import { unitTextOf } from '../vital/vital.model.ts';
import type { Part, Reading } from './reading.model.ts';

/** Looks up a text of this module and fills its places. */
export type Translate = (key: string, values?: Readonly<Record<string, string | number>>) => string;

/** What is needed to put readings into words. */
export interface Language {
  readonly t: Translate;
  readonly locale: Locale;
  readonly glucoseUnit: GlucoseUnit;
  readonly zone: string;
}

/** A value as it is shown: the digits (or words) and the unit. Without `digits` there is no value and `missing` says why. */
export interface ShownValue {
  readonly digits?: string;
  readonly unit: string;
  readonly missing?: string;
}

/** The unit in which a vital is told; glucose in the one that the person chose. The rate of an ECG says that a device wrote it. */
export function unitWords(vitalKey: Reading['vitalKey'], { t, glucoseUnit }: Language): string {
  if (vitalKey === 'ecgs') return t('ecg.unit', { unit: t(unitTextOf(vitalKey)) });
  return vitalKey === 'glucoses' ? t(glucoseUnit === 'mg/dL' ? 'unit.mgdL' : 'unit.mmolL') : t(unitTextOf(vitalKey));
}

/** The value of a reading. A blood pressure is "128/82"; a number that was not measured is named in its place. */
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

/** What was written, when another number is shown: "152 lb", or "181 mg/dL" to whom reads mmol/L, whose level is that of the written one (D-36). */
export function writtenAs({ vitalKey, parts: [part] }: Reading, { locale, glucoseUnit }: Language): string | undefined {
  const amount = part?.amount;
  if (amount?.kind !== 'measured') return undefined;
  const written =
    amount.written ??
    (vitalKey === 'glucoses' && amount.unit.code !== glucoseUnit
      ? { value: amount.value, unit: amount.unit.sign }
      : undefined);
  return written === undefined ? undefined : `${formatNumber(written.value, locale)}\u00a0${written.unit}`;
}

/** The value and its unit in one phrase, for sentences and table cells: "128/82 mmHg". */
export function valuePhrase(reading: Reading, language: Language): string {
  const { digits, unit, missing } = shownValue(reading, language);
  return digits === undefined ? (missing ?? '') : unit === '' ? digits : `${digits}\u00a0${unit}`;
}

/** When a reading was measured, as exact as it is known. */
export function timePhrase({ measuredAt }: Pick<Reading, 'measuredAt'>, { t, locale, zone }: Language): string {
  return measuredAt === undefined ? t('reading.noTime') : formatDateTime(measuredAt, locale, zone);
}

/** Who measured: "Tự nhập (BỆNH NHÂN)" (D-46), the facility by its name, that it was computed, or that nobody said. */
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

/** The range that judged, and whose it is, beside a level: "mục tiêu 3,9–10", "bác sĩ đặt: dưới 130". */
export function judgingPhrase(
  verdict: WholeVerdict,
  vitalKey: Reading['vitalKey'] | undefined,
  language: Language,
): string | undefined {
  return judgingWords(verdict, vitalKey, rangeLanguage(vitalKey, language));
}

/** How ranges are told beside a value: glucose stands in the unit that the person chose, its range in the one that judged (D-36). */
export const rangeLanguage = (vitalKey: Reading['vitalKey'] | undefined, language: Language) => ({
  locale: language.locale,
  number: edgeIn(language),
  ...(vitalKey === 'glucoses' ? { unit: language.glucoseUnit } : {}),
});

/** An edge with the digits that it has, and no more. */
export const edgeIn =
  ({ locale }: Language) =>
  (value: number): string =>
    formatNumber(value, locale);
