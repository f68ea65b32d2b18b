import type { Level } from '@phr/clinical/levels';
import { levelProperty } from '@phr/ui/tokens';
import { CustomChart, LineChart } from 'echarts/charts';
import { GridComponent, MarkAreaComponent, MarkLineComponent, TooltipComponent } from 'echarts/components';
import { type ECharts, init, use as register } from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { chartOption, type ChartColors, type ChartPicture } from './chart-option.model.ts';
import css from './chart.module.css';

register([LineChart, CustomChart, GridComponent, TooltipComponent, MarkAreaComponent, MarkLineComponent, SVGRenderer]);

export interface ChartProps {
  readonly picture: ChartPicture;
  /** One sentence that says what the chart shows. */
  readonly summary: string;
  /** How to walk the points, for people who use the keyboard. */
  readonly hint: string;
  /** Rises when the colour mode changes: the colours are read again. */
  readonly colorMode: string;
}

/**
 * The chart of one health index. Only this file knows the chart library, and it is loaded when the first chart is opened.
 * The arrow keys walk from reading to reading; each is told in the words of its tooltip.
 */
export function Chart({ picture, summary, hint, colorMode }: ChartProps) {
  const box = useRef<HTMLDivElement>(null);
  const chart = useRef<ECharts>(undefined);
  const [walked, setWalked] = useState<number>();
  const { points } = picture;

  useEffect(() => {
    const element = box.current;
    if (element === null) return;
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
    const animated = !matchMedia('(prefers-reduced-motion: reduce)').matches;
    chart.current?.setOption(chartOption(picture, colorsOf(element), animated), { notMerge: true });
    setWalked(undefined);
  }, [picture, colorMode]);

  function walk(event: KeyboardEvent<HTMLDivElement>) {
    const last = points.length - 1;
    const step: Readonly<Record<string, number>> = { ArrowRight: (walked ?? -1) + 1, ArrowLeft: (walked ?? points.length) - 1, Home: 0, End: last };
    if (event.key === 'Escape') return leave();
    const wanted = step[event.key];
    if (wanted === undefined || last < 0) return;
    event.preventDefault();
    const index = Math.min(last, Math.max(0, wanted));
    setWalked(index);
    chart.current?.dispatchAction({ type: 'showTip', seriesIndex: picture.parts.length > 1 ? 1 : 0, dataIndex: index });
  }

  function leave() {
    setWalked(undefined);
    chart.current?.dispatchAction({ type: 'hideTip' });
  }

  const point = walked === undefined ? undefined : points[walked];
  return (
    <div>
      <div className={css.frame} role="application" aria-label={`${summary} ${hint}`} tabIndex={0} onKeyDown={walk} onBlur={leave}>
        <div ref={box} className={css.chart} aria-hidden="true" />
      </div>
      <p className={css.walked} role="status">{point === undefined ? '' : picture.describe(point).replaceAll('\n', ', ')}</p>
    </div>
  );
}

/** The library empties its element by innerHTML, which the page's Trusted Types policy refuses; this does the same without HTML. */
function withoutInnerHtml(element: HTMLElement): void {
  Object.defineProperty(element, 'innerHTML', { configurable: true, set: () => element.replaceChildren() });
}

function colorsOf(element: HTMLElement): ChartColors {
  const style = getComputedStyle(element);
  const color = (name: string): string => style.getPropertyValue(name).trim();
  const level = (part: 'mark' | 'tint') => (one: Level): string => color(levelProperty(one, part));
  const [mark, tint] = [level('mark'), level('tint')];
  return {
    text: color('--c-text'), muted: color('--c-text-muted'), grid: color('--c-border'), surface: color('--c-surface'),
    series: { value: color('--c-series-1'), systolic: color('--c-series-1'), diastolic: color('--c-series-2') },
    marks: { target: mark('target'), veryMild: mark('veryMild'), mild: mark('mild'), dangerous: mark('dangerous'), veryDangerous: mark('veryDangerous') },
    // The tint of the top level is the ground of white words: a whole stripe of it would shout.
    tints: { target: tint('target'), veryMild: tint('veryMild'), mild: tint('mild'), dangerous: tint('dangerous'), veryDangerous: tint('dangerous') },
  };
}
