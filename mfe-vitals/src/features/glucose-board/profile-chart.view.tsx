import { tickFormat } from '../chart/ticks.model.ts';
import { PROFILE_SHARES, type ProfileStep } from '@phr/clinical/glucose-profile';
import { glucoseBands } from '@phr/clinical/assess/time-in-range';
import { formatNumber } from '@phr/ui/format';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { areaPath, linePath } from '../chart/paths.model.ts';
import type { Frame } from '../chart/picture.port.ts';
import { Plot, type Scale } from '../chart/plot.view.tsx';
import { bandPhrase } from '../readings/range.words.ts';
import type { Language } from '../readings/reading.words.ts';
import { profileAxis, profileRuns } from './glucose-board.model.ts';
import css from './profile-chart.module.css';

const HOURS = [0, 4, 8, 12, 16, 20, 24];
const clock = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;

interface ProfileProps {
  readonly steps: readonly ProfileStep[];
  readonly language: Language;
  /** What the profile shows in one sentence. */
  readonly summary: string;
}

/** All days overlaid: median, the middle half, and the middle nine tenths. */
export function ProfileChart({ steps, language, summary }: ProfileProps) {
  const { t } = useTranslation();
  const { locale, glucoseUnit } = language;
  const frame = useMemo<Frame>(() => {
    const target = glucoseBands(glucoseUnit).find(({ level }) => level === 'target');
    const number = (value: number): string => formatNumber(value, locale, glucoseUnit);
    const edges = [target?.high, target?.low].filter((edge) => edge !== undefined);
    const axis = profileAxis(steps, edges);
    return {
      axis,
      span: { start: 0, end: 1440 },
      stripes: [],
      formatValue: tickFormat(axis.step, locale),
      marks: HOURS.map((hour) => ({ at: hour * 60, label: clock(hour * 60) })),
      targets: edges.map((at, index) => ({
        at,
        label: index === 0 && target !== undefined ? bandPhrase(target, number, language.t) : '',
      })),
    };
  }, [steps, locale, glucoseUnit, language]);
  const stops = useMemo(() => steps.map(({ minute }) => minute), [steps]);
  const runs = useMemo(() => profileRuns(steps), [steps]);
  return (
    <Plot
      frame={frame}
      summary={summary}
      hint={t('glu.profile.walk')}
      stops={stops}
      describe={(index) => {
        const step = steps[index];
        return step === undefined ? '' : profileLines(step, language).join('\n');
      }}
    >
      {(scale) => runs.map((run) => <Run key={run[0]?.minute} run={run} scale={scale} />)}
    </Plot>
  );
}

function Run({ run, scale: { x, y } }: { readonly run: readonly ProfileStep[]; readonly scale: Scale }) {
  const line = (index: number) => run.map(({ minute, values }) => ({ x: x(minute), y: y(values[index] ?? 0) }));
  const last = PROFILE_SHARES.length - 1;
  return (
    <>
      <path className={css.most} d={areaPath(line(last), line(0))} />
      <path className={css.half} d={areaPath(line(last - 1), line(1))} />
      <path className={css.middle} d={linePath(line(2))} />
    </>
  );
}

/** A half hour in words: time, median, and both ranges. */
export function profileLines(
  { minute, values: [lowest, low, middle, high, highest] }: ProfileStep,
  { t, locale, glucoseUnit }: Language,
): readonly string[] {
  const number = (value: number): string => formatNumber(value, locale, glucoseUnit);
  return [
    `${clock(minute - 15)}–${clock(minute + 15)}`,
    t('glu.profile.middle', { value: number(middle), unit: glucoseUnit }),
    t('glu.profile.half', { low: number(low), high: number(high) }),
    t('glu.profile.most', { low: number(lowest), high: number(highest) }),
  ];
}
