import type { StoreKey } from '@phr/clinical/codings';
import { glucoseSegments } from '@phr/clinical/glucose';
import { worst } from '@phr/clinical/levels';
import type { PartKey } from '@phr/clinical/parts';
import { chartBands, shownBands } from '@phr/clinical/ranges';
import { vital } from '@phr/clinical/vitals/index';
import type { Period } from '@phr/time/period';
import { dayOf } from '@phr/time/zone';
import { formatDate, formatInstant, formatNumber, formatTime } from '@phr/ui/format';
import { ageAt, judgementOf, targetBand, worse, type Judgement } from '../readings/judgement.model.ts';
import { timePhrase, unitWords, valuePhrase, type Language } from '../readings/reading.words.ts';
import type { ReadingContext } from '../readings/reading.model.ts';
import type { BandStripe, ChartPicture, Frame, TargetLine } from '../chart/picture.port.ts';
import { partName } from '../vital/vital.model.ts';
import { countOf, lineSegments, readingAt, valueAxis, type Point, type Summary } from '../chart/series.model.ts';
import { axisMarks, type ChosenPeriod } from './period.model.ts';

export interface PictureInput {
  readonly storeKey: StoreKey;
  readonly points: readonly Point[];
  readonly chosen: ChosenPeriod;
  readonly period: Period;
  readonly language: Language;
  /** Age at the newest point: its bands are drawn. */
  readonly age: number | undefined;
  readonly context: ReadingContext;
  /** Edges of a range that the deployment shows for a vital without bands of its own. */
  readonly range?: { readonly low?: number; readonly high?: number } | undefined;
}

/** Puts numbers and words together for the chart. */
export function pictureOf({
  storeKey,
  points,
  chosen,
  period,
  language,
  age,
  context,
  range,
}: PictureInput): ChartPicture {
  const { t, locale, glucoseUnit, zone } = language;
  const unit = unitWords(storeKey, language);
  const formatValue = (value: number): string => formatNumber(value, locale, Number.isInteger(value) ? '' : unit);
  const number = (value: number | undefined): string => formatNumber(value, locale, unit);
  const keys = vital(storeKey).parts.map(({ key }) => key);
  const shown = [range?.high, range?.low]
    .filter((edge) => edge !== undefined)
    .map((at): TargetLine => ({ at, label: formatNumber(at, locale, unit) }));
  const targets = [...keys.flatMap((key) => targetLines(storeKey, key, age, language, unit)), ...shown];
  const axis = valueAxis(
    points,
    targets.map(({ at }) => at),
  );
  const marks = axisMarks(chosen.range, period, zone);
  return {
    points,
    frame: {
      axis,
      targets,
      formatValue,
      stripes: stripes(storeKey, age, glucoseUnit, axis),
      span: { start: period.start, end: period.end },
      marks: marks.at.map((at) => ({ at, label: markLabel(at, marks.unit, language) })),
    },
    segments: segmentsOf(storeKey, points, chosen, period),
    parts: keys.map((key) => ({ key, name: key === 'value' ? t('table.value') : partName(storeKey, key, locale) })),
    describe: (point) => pointLines(point, unit, number, language, worstOf(point, context)).join('\n'),
  };
}

/** Which points a line joins; those of a day of glucose by the rule of its 24-hour chart (D-37). */
function segmentsOf(
  storeKey: StoreKey,
  points: readonly Point[],
  { range }: ChosenPeriod,
  period: Period,
): ChartPicture['segments'] {
  const times = points.map(({ at }) => at);
  return storeKey === 'glucoses' && range === 'day'
    ? glucoseSegments(times).filter(({ length }) => length > 1)
    : lineSegments(times, period);
}

/** What is said about a point: the reading, or mean, extremes and worst level of a day. */
function pointLines(
  point: Point,
  unit: string,
  number: (value: number | undefined) => string,
  language: Language,
  judgement: Judgement | undefined,
): readonly string[] {
  const { t, locale, zone } = language;
  const { values, at, told } = point;
  const reading = readingAt(point);
  const level = levelPhrase(judgement, language);
  const lines =
    reading !== undefined
      ? [
          valuePhrase(reading, language),
          timePhrase(reading, language),
          level,
          reading.unsent === undefined ? undefined : t('outbox.badge'),
        ]
      : told?.single !== undefined
        ? [
            `${values.map(({ value }) => number(value)).join('/')}\u00a0${unit}`,
            formatInstant(told.single, locale, zone),
            level,
          ]
        : [
            t('chart.dayMean', { value: values.map(({ value }) => number(value)).join('/'), unit }),
            t('chart.dayRange', { n: countOf(point), range: spansOf(point, number), unit }),
            level === undefined
              ? undefined
              : judgement?.level === 'target'
                ? t('chart.dayTarget')
                : t('chart.dayWorst', { level }),
            formatDate(dayOf(at, zone), locale),
          ];
  return lines.filter((line) => line !== undefined);
}

/** Lowest and highest of each part: "118–162 / 76–98". */
export function spansOf({ values }: Pick<Point, 'values'>, number: (value: number | undefined) => string): string {
  return values.map(({ value, low = value, high = value }) => `${number(low)}–${number(high)}`).join(' / ');
}

/** The level of a point; of a day the worst of its readings. */
export function worstOf(
  { readings, told }: Pick<Point, 'readings' | 'told'>,
  context: ReadingContext,
): Judgement | undefined {
  const level = worst(...readings.map(({ assessment }) => assessment?.shownAs));
  const reading = readings.find(({ assessment }) => assessment?.shownAs !== undefined && assessment.shownAs === level);
  return worse(told?.judgement, reading === undefined ? undefined : judgementOf(reading, ageAt(reading, context)));
}

function markLabel(at: number, unit: 'hour' | 'day' | 'month', { t, locale, zone }: Language): string {
  if (unit === 'hour') return formatTime(at, locale, zone);
  const month = (width: 'short' | 'numeric'): string =>
    new Intl.DateTimeFormat('en-GB', { month: width, timeZone: zone }).format(at);
  if (unit === 'month') return t('chart.month', { n: month('numeric'), name: month('short') });
  return new Intl.DateTimeFormat('en-GB', { day: '2-digit', month: '2-digit', timeZone: zone }).format(at);
}

/** The border lines of a target, each with its range in words. */
function targetLines(
  storeKey: StoreKey,
  key: PartKey,
  age: number | undefined,
  { t, locale, glucoseUnit }: Language,
  unit: string,
): readonly TargetLine[] {
  const band = targetBand(storeKey, key, age, glucoseUnit);
  if (band === undefined) return [];
  const number = (value: number): string => formatNumber(value, locale, unit);
  if (band.low === undefined)
    return band.high === undefined ? [] : [{ at: band.high, label: t('range.below', { n: number(band.high) }) }];
  if (band.high === undefined) return [{ at: band.low, label: t('range.above', { n: number(band.low) }) }];
  return [
    {
      at: band.high,
      label: t(band.highIncluded ? 'range.between' : 'range.fromToBelow', {
        a: number(band.low),
        b: number(band.high),
      }),
    },
    { at: band.low, label: '' },
  ];
}

/**
 * The bands inside the axis. Those of a blood pressure are drawn for the systolic part only: the diastolic ones lie over its target and
 * would colour healthy systolic values.
 */
function stripes(
  storeKey: StoreKey,
  age: number | undefined,
  glucoseUnit: Language['glucoseUnit'],
  axis: Frame['axis'],
): readonly BandStripe[] {
  // Marks above 37.5 °C are never green: neither is what lies behind them. A low pressure would colour every diastolic value.
  const lines = (storeKey === 'bloodPressures' ? chartBands : shownBands)(storeKey, {
    ...(age === undefined ? {} : { age }),
    glucoseUnit,
  });
  const drawn = lines.find(({ part }) => part === 'systolic') ?? lines[0];
  return (drawn?.bands ?? [])
    .filter(({ level }) => storeKey !== 'bloodPressures' || level !== 'target')
    .map(
      ({ level, low, high }): BandStripe => ({
        level,
        low: Math.max(axis.min, low ?? axis.min),
        high: Math.min(axis.max, high ?? axis.max),
      }),
    )
    .filter(({ low, high }) => high > low);
}

/** The sentence that says what a chart shows (UX-13). */
export function summaryPhrase(summary: Summary, storeKey: StoreKey, language: Language): string {
  const { t, locale } = language;
  const unit = unitWords(storeKey, language);
  const number = (value: number | undefined): string => formatNumber(value, locale, unit);
  const [first, second] = summary.parts;
  const key =
    second === undefined
      ? summary.outside === undefined
        ? 'sum.plain'
        : 'sum.judged'
      : summary.outside === undefined
        ? 'sum.pair'
        : 'sum.pairJudged';
  return t(key, {
    n: formatNumber(summary.count, locale),
    min: number(first?.lowest),
    max: number(first?.highest),
    min2: number(second?.lowest),
    max2: number(second?.highest),
    unit,
    out: formatNumber(summary.outside ?? 0, locale),
  });
}

/** First and last day of a period in words. */
export function periodWords(period: Period, { locale }: Language): { readonly from: string; readonly to: string } {
  return { from: formatDate(period.firstDay, locale), to: formatDate(period.lastDay, locale) };
}

/** A level in words: "Nguy hiểm · Cao". */
export function levelPhrase(judgement: Judgement | undefined, { t }: Language): string | undefined {
  if (judgement === undefined) return undefined;
  return judgement.direction === undefined
    ? t(`level.${judgement.level}`)
    : `${t(`level.${judgement.level}`)} · ${t(`risk.${judgement.direction}`)}`;
}
