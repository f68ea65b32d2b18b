import { tickFormat } from '../chart/ticks.model.ts';
import type { VitalKey } from '@phr/clinical/codings';
import { glucoseSegments } from '@phr/clinical/glucose';
import { worse } from '@phr/clinical/assess/assess';
import type { ScaleOfPart } from '@phr/clinical/assess/chart-scale';
import type { ToldVerdict } from '@phr/clinical/assess/verdict';
import { vital } from '@phr/clinical/vitals/index';
import type { Period } from '@phr/time/period';
import { dayOf } from '@phr/time/zone';
import { formatDate, formatInstant, formatNumber, formatTime } from '@phr/ui/format';
import { rangesInWords } from '@phr/fhir/verdict-words';
import { levelPhrase, timePhrase, unitWords, valuePhrase, type Language } from '../readings/reading.words.ts';
import { ownGoalsOf, scaleOf } from '../readings/scale.model.ts';
import type { ReadingContext } from '../readings/reading.model.ts';
import type { BandStripe, ChartPicture, Frame, TargetLine } from '../chart/picture.port.ts';
import { partName } from '../vital/vital.model.ts';
import { countOf, lineSegments, readingAt, valueAxis, type Point, type Summary } from '../chart/series.model.ts';
import { axisMarks, type ChosenPeriod } from './period.model.ts';

export interface PictureInput {
  readonly vitalKey: VitalKey;
  readonly points: readonly Point[];
  readonly chosen: ChosenPeriod;
  readonly period: Period;
  readonly language: Language;
  /** Day of the newest point, YYYY-MM-DD: its bands are drawn. */
  readonly day: string | undefined;
  readonly context: ReadingContext;
}

/** Combines numbers and texts for the chart. */
export function pictureOf({ vitalKey, points, chosen, period, language, day, context }: PictureInput): ChartPicture {
  const { t, locale, glucoseUnit, zone } = language;
  const unit = unitWords(vitalKey, language);
  const number = (value: number | undefined): string => formatNumber(value, locale, unit);
  const keys = vital(vitalKey).parts.map(({ key }) => key);
  const scale = scaleOf(vitalKey, glucoseUnit, day, context);
  const own = ownGoalsOf(vitalKey, glucoseUnit, day, context)
    .flatMap(({ range: { low, high } }) => [high, low].flatMap((edge) => edge?.value ?? []))
    .map((at, index): TargetLine => ({ at, isOwn: true, label: index === 0 ? t('judge.own') : '' }));
  const targets = [...scale.flatMap((line) => targetLines(line, vitalKey, language)), ...own];
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
      formatValue: tickFormat(axis.step, locale),
      stripes: stripes(vitalKey, scale, axis),
      span: { start: period.start, end: period.end },
      marks: marks.at.map((at) => ({ at, label: markLabel(at, marks.unit, language) })),
    },
    segments: segmentsOf(vitalKey, points, chosen, period),
    parts: keys.map((key) => ({ key, name: key === 'value' ? t('table.value') : partName(vitalKey, key, locale) })),
    describe: (point) => pointLines(point, unit, number, language, worstOf(point)).join('\n'),
  };
}

/** Which points to connect; for a day of glucose the 24-hour chart rule (D-37). */
function segmentsOf(
  vitalKey: VitalKey,
  points: readonly Point[],
  { range }: ChosenPeriod,
  period: Period,
): ChartPicture['segments'] {
  const times = points.map(({ at }) => at);
  return vitalKey === 'glucoses' && range === 'day'
    ? glucoseSegments(times).filter(({ length }) => length > 1)
    : lineSegments(times, period);
}

/** Description of a point: the reading, or mean, extremes and worst level of a day. */
function pointLines(
  point: Point,
  unit: string,
  number: (value: number | undefined) => string,
  language: Language,
  verdict: ToldVerdict | undefined,
): readonly string[] {
  const { t, locale, zone } = language;
  const { values, at, aggregate } = point;
  const reading = readingAt(point);
  const level = levelPhrase(verdict, language);
  const lines =
    reading !== undefined
      ? [
          valuePhrase(reading, language),
          timePhrase(reading, language),
          level,
          reading.unsent === undefined ? undefined : t('outbox.badge'),
        ]
      : aggregate?.single !== undefined
        ? [
            `${values.map(({ value }) => number(value)).join('/')}\u00a0${unit}`,
            formatInstant(aggregate.single, locale, zone),
            level,
          ]
        : [
            t('chart.dayMean', { value: values.map(({ value }) => number(value)).join('/'), unit }),
            t('chart.dayRange', { n: countOf(point), range: spansOf(point, number), unit }),
            level === undefined
              ? undefined
              : verdict?.level === 'target'
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
export function worstOf({ readings, aggregate }: Pick<Point, 'readings' | 'aggregate'>): ToldVerdict | undefined {
  const found = readings.reduce<ToldVerdict | undefined>(
    (known, { verdict }) => worse(known, verdict),
    aggregate?.verdict,
  );
  return found?.level === undefined ? undefined : found;
}

function markLabel(at: number, unit: 'hour' | 'day' | 'month', { t, locale, zone }: Language): string {
  if (unit === 'hour') return formatTime(at, locale, zone);
  const month = (width: 'short' | 'numeric'): string =>
    new Intl.DateTimeFormat('en-GB', { month: width, timeZone: zone }).format(at);
  if (unit === 'month') return t('chart.month', { n: month('numeric'), name: month('short') });
  return new Intl.DateTimeFormat('en-GB', { day: '2-digit', month: '2-digit', timeZone: zone }).format(at);
}

/** Edges of the judging range, with the range in words. */
function targetLines({ range }: ScaleOfPart, vitalKey: VitalKey, language: Language): readonly TargetLine[] {
  if (range === undefined) return [];
  // for blood pressure upper edges only: lower ones would overlap the other part's values
  const { low: written, high } = range;
  const low = vitalKey === 'bloodPressures' && range.whose === 'product' ? undefined : written;
  const { low: _low, ...upper } = range;
  const unit = unitWords(vitalKey, language);
  const label = rangesInWords([low === undefined ? upper : range], {
    locale: language.locale,
    number: (value) => formatNumber(value, language.locale, unit),
  });
  if (high === undefined) return low === undefined ? [] : [{ at: low.value, label }];
  return [{ at: high.value, label }, ...(low === undefined ? [] : [{ at: low.value, label: '' }])];
}

/**
 * Bands within the axis. For blood pressure only above the systolic target: others would colour the diastolic values.
 */
function stripes(vitalKey: VitalKey, scale: readonly ScaleOfPart[], axis: Frame['axis']): readonly BandStripe[] {
  const bands = scale[0]?.bands ?? [];
  const isPressure = vitalKey === 'bloodPressures';
  return bands
    .slice(isPressure ? bands.findIndex(({ level }) => level === 'target') + 1 : 0)
    .map(
      ({ level, low, high }): BandStripe => ({
        level,
        low: Math.max(axis.min, low ?? axis.min),
        high: Math.min(axis.max, high ?? axis.max),
      }),
    )
    .filter(({ low, high }) => high > low);
}

/** Summary sentence of a chart (UX-13). */
export function summaryPhrase(summary: Summary, vitalKey: VitalKey, language: Language): string {
  const { t, locale } = language;
  const unit = unitWords(vitalKey, language);
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
