import { formatNumber } from '@phr/ui/format';
import { useUi } from '@phr/ui/ui-text';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { columnsOf } from './columns.model.ts';
import css from './ecg-strip.module.css';
import { sizeCanvas } from './draw.port.ts';
import type { Lead } from './recording.model.ts';
import { useCalm } from './use-calm.ts';
import { type Drawing, inkOf, type StripControl } from './use-strip.ts';

/** The whole recording on one line, with the visible part as a slider. */
export function Overview({ strip, drawing }: { readonly strip: StripControl; readonly drawing: Drawing }) {
  const { t } = useTranslation();
  const { locale } = useUi();
  const told = useCalm(strip.from);
  const seenPart = useRef<HTMLDivElement>(null);
  const slider = useRef<HTMLInputElement>(null);
  const { duration } = drawing;
  const { from: moving, seen } = strip;
  const lead = drawing.leads.find(({ name }) => name === drawing.analysed) ?? drawing.leads[0];
  const isShown = lead !== undefined && seen > 0 && seen < duration;
  // panning moves both every frame without re-rendering
  useLayoutEffect(() => {
    if (!isShown) return undefined;
    const follow = () => {
      const from = moving.get();
      if (seenPart.current) seenPart.current.style.transform = `translateX(${(from / seen) * 100}%)`;
      if (slider.current) slider.current.value = String(from);
    };
    follow();
    return moving.subscribe(follow);
  }, [isShown, moving, seen]);
  if (!isShown) return null;
  return (
    <div className={css.overview}>
      <Whole lead={lead} />
      <div ref={seenPart} className={css.window} style={{ inlineSize: `${(seen / duration) * 100}%` }} />
      <input
        ref={slider}
        type="range"
        className={css.slider}
        min={0}
        max={duration - seen}
        step={0.1}
        defaultValue={0}
        aria-label={t('ecg.overview')}
        aria-valuetext={t('ecg.second', { second: formatNumber(Math.round(told * 10) / 10, locale) })}
        onChange={(event) => strip.panTo(Number(event.target.value))}
      />
    </div>
  );
}

/** The whole curve of a lead, as wide as its place. */
function Whole({ lead }: { readonly lead: Lead }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const element = canvas.current;
    const context = element?.getContext('2d');
    if (!element || !context) return undefined;
    const draw = () => {
      const [width, height] = [
        Math.round(element.clientWidth * devicePixelRatio),
        Math.round(element.clientHeight * devicePixelRatio),
      ];
      if (width === 0) return;
      sizeCanvas(context, width, height, 1);
      const { low, high } = columnsOf(lead.signal, 0, Math.max(1, lead.signal.length / width), width);
      const least = low.reduce((found, value) => (value < found ? value : found), -0.5);
      const most = high.reduce((found, value) => (value > found ? value : found), 0.5);
      const y = (value: number) => height - 2 - ((value - least) / (most - least)) * (height - 4);
      context.strokeStyle = inkOf(element).trace;
      context.beginPath();
      for (let column = 0; column < width; column += 1) {
        if (Number.isNaN(high[column] ?? Number.NaN)) continue;
        context.moveTo(column + 0.5, y(high[column] ?? 0));
        context.lineTo(column + 0.5, y(low[column] ?? 0) + 0.5);
      }
      context.stroke();
    };
    const watch = new ResizeObserver(draw);
    watch.observe(element);
    return () => watch.disconnect();
  }, [lead]);

  return <canvas ref={canvas} className={css.whole} aria-hidden="true" />;
}
