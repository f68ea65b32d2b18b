import type { Level } from '@phr/clinical/levels';
import type { Period } from '@phr/time/period';
import { levelProperty } from '@phr/ui/tokens';
import { ScatterChart } from 'echarts/charts';
import { CalendarComponent } from 'echarts/components';
import { type ECharts, init, use as register } from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';
import { useEffect, useRef } from 'react';
import { calendarOption, type CalendarColors, type CalendarDay } from './calendar-option.model.ts';
import css from './health-boards.module.css';

register([ScatterChart, CalendarComponent, SVGRenderer]);

export interface CalendarProps {
  readonly days: readonly CalendarDay[];
  readonly period: Period;
  /** One-sentence summary of the calendar. */
  readonly summary: string;
  readonly weekdays: readonly string[];
  readonly months: readonly string[];
  /** Changes with the colour mode: the colours are read again. */
  readonly colorMode: string;
}

/**
 * A calendar marking each day with readings. The only file, with its options, that uses the chart library, which loads
 * on first use.
 */
export function Calendar({ days, period, summary, weekdays, months, colorMode }: CalendarProps) {
  const box = useRef<HTMLDivElement>(null);
  const chart = useRef<ECharts>(undefined);
  useEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    withoutInnerHtml(element);
    const made = init(element, null, { renderer: 'svg' });
    chart.current = made;
    const observer = new ResizeObserver(() => made.resize());
    observer.observe(element);
    return () => {
      observer.disconnect();
      made.dispose();
      chart.current = undefined;
    };
  }, []);
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    chart.current?.setOption(calendarOption(days, period, colorsOf(element), weekdays, months), { notMerge: true });
    // on a phone scroll to the latest weeks
    const window = element.parentElement;
    if (window !== null) window.scrollLeft = window.scrollWidth;
  }, [days, period, weekdays, months, colorMode]);
  return (
    <div className={css.calendarScroll} tabIndex={0} role="img" aria-label={summary}>
      <div ref={box} className={css.calendar} aria-hidden="true" />
    </div>
  );
}

/** the library empties its element by innerHTML, which Trusted Types forbids: do the same without HTML */
function withoutInnerHtml(element: HTMLElement): void {
  Object.defineProperty(element, 'innerHTML', { configurable: true, set: () => element.replaceChildren() });
}

function colorsOf(element: HTMLElement): CalendarColors {
  const style = getComputedStyle(element);
  const color = (name: string): string => style.getPropertyValue(name).trim();
  const mark = (level: Level): string => color(levelProperty(level, 'mark'));
  return {
    text: color('--c-text-muted'),
    grid: color('--c-border'),
    surface: color('--c-surface'),
    plain: color('--c-series-1'),
    marks: {
      target: mark('target'),
      veryMild: mark('veryMild'),
      mild: mark('mild'),
      dangerous: mark('dangerous'),
      veryDangerous: mark('veryDangerous'),
    },
  };
}
