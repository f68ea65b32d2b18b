import { vital } from '@phr/clinical/vitals/index';
import type { CircumstanceWords } from '@phr/fhir/circumstances';
import { statusWords } from '@phr/fhir/device-status-words';
import { noteLine } from '@phr/fhir/note-words';
import { toZoned } from '@phr/time/zone';
import { shownNumber } from '../readings/change.model.ts';
import { sourcePhrase, unitWords, type Language } from '../readings/reading.words.ts';
import type { Reading } from '../readings/reading.model.ts';
import { partName } from '../vital/vital.model.ts';

/** Cells a spreadsheet would run as formulas (CSV injection); a leading quote makes them text. */
const FORMULA = /^[=+\-@\t\r]/;

function cellOf(content: string | number | undefined): string {
  if (content === undefined) return '';
  if (typeof content === 'number') return String(content);
  const safe = FORMULA.test(content) ? `'${content}` : content;
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/**
 * Readings as CSV (RFC 4180) with a byte-order mark, so that spreadsheets decode Vietnamese. Times are local with
 * offset and UTC, units are in the header, and decimals use a dot in every language.
 * @param readings in output order
 * @param levelWords a reading's level in words
 * @param circumstanceWords a reading's circumstances in words; together with the meter's statuses they get a column if
 * any reading has some
 */
export function csvOf(
  readings: readonly Reading[],
  vitalKey: Reading['vitalKey'],
  language: Language,
  levelWords: (reading: Reading) => string | undefined,
  circumstanceWords: CircumstanceWords = () => [],
): string {
  const { t, locale, glucoseUnit, zone } = language;
  const unit = unitWords(vitalKey, language);
  const { parts } = vital(vitalKey);
  const hows = readings.map(({ circumstances, deviceStatus = [] }) => [
    ...statusWords(deviceStatus).map((words) => words[locale]),
    ...(circumstances === undefined ? [] : circumstanceWords(circumstances, locale)),
  ]);
  const hasHow = hows.some((words) => words.length > 0);
  const header = [
    t('csv.local'),
    t('csv.utc'),
    ...parts.map(({ key }) => `${partName(vitalKey, key, locale)} (${unit})`),
    t('table.level'),
    t('table.source'),
    ...(vitalKey === 'bloodPressures' ? [t('vit.arm')] : []),
    ...(vitalKey === 'glucoses' ? [t('glu.meal')] : []),
    ...(hasHow ? [t('csv.how')] : []),
    t('common.note'),
  ];
  const rows = readings.map((reading, place) => [
    ...(reading.instant === undefined
      ? [reading.measuredAt, undefined]
      : [toZoned(reading.instant, zone), new Date(reading.instant).toISOString()]),
    ...parts.map(({ key }) => shownNumber(reading, key, glucoseUnit)),
    levelWords(reading),
    sourcePhrase(reading, language),
    ...(vitalKey === 'bloodPressures' ? [reading.arm === undefined ? undefined : t(`vit.arm.${reading.arm}`)] : []),
    ...(vitalKey === 'glucoses' ? [reading.meal === undefined ? undefined : t(`glu.meal.${reading.meal}`)] : []),
    ...(hasHow ? [hows[place]?.join(' · ')] : []),
    reading.notes.map((note) => noteLine(note, locale)).join('\n'),
  ]);
  return `\uFEFF${[header, ...rows].map((row) => row.map(cellOf).join(',')).join('\r\n')}\r\n`;
}
