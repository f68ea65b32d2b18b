import { createStore, type WritableStore } from '@phr/contract/store';
import { type RefObject, useEffect, useLayoutEffect, useMemo, useState } from 'react';
import { drawStrip, type Ink, paperOf, type Row, rowsOf, sizeCanvas, type Strip } from './draw.port.ts';
import { pxPerSecond, type Scale, within } from './scale.model.ts';
import type { Lead } from './recording.model.ts';

/** The static layer. */
export interface Drawing {
  readonly leads: readonly Lead[];
  readonly rate: number;
  readonly duration: number;
  readonly scale: Scale;
  readonly peaks: Strip['peaks'];
  readonly runs: Strip['runs'];
  readonly analysed: string;
}

export interface StripControl {
  readonly rows: readonly Row[];
  /** CSS pixels of all rows. */
  readonly height: number;
  /** Visible seconds; 0 until the width is known. */
  readonly seen: number;
  /** Left edge in seconds. Changes redraw without re-rendering. */
  readonly from: WritableStore<number>;
  panTo(from: number): void;
}

/** Keeps a canvas drawn, at most once per frame. */
export function useStrip(canvas: RefObject<HTMLCanvasElement | null>, drawing: Drawing): StripControl {
  const [size, setSize] = useState<{ readonly width: number; readonly ratio: number }>();
  const [from] = useState(() => createStore(0));
  const { leads, scale, duration } = drawing;
  const { rows, height } = useMemo(() => rowsOf(leads, scale), [leads, scale]);
  const visibleSeconds = size === undefined ? 0 : size.width / pxPerSecond(scale);

  useLayoutEffect(() => {
    const element = canvas.current;
    if (!element) return undefined;
    const read = () => setSize({ width: element.clientWidth, ratio: window.devicePixelRatio });
    const watch = new ResizeObserver(read);
    // Chromium and Firefox also report density changes; Safari supports size only
    try {
      watch.observe(element, { box: 'device-pixel-content-box' });
    } catch {
      watch.observe(element);
    }
    read();
    return () => watch.disconnect();
  }, [canvas]);

  useEffect(() => {
    const element = canvas.current;
    const context = element?.getContext('2d');
    if (!element || !context || size === undefined || size.width === 0) return undefined;
    sizeCanvas(context, size.width, height, size.ratio);
    let frame = 0;
    let ink = inkOf(element);
    let paper = paperOf({ rows, scale, width: size.width, height, ratio: size.ratio }, ink);
    const draw = () => {
      frame = 0;
      drawStrip(
        context,
        {
          rows,
          rate: drawing.rate,
          scale,
          from: from.get(),
          width: size.width,
          height,
          ratio: size.ratio,
          peaks: drawing.peaks,
          runs: drawing.runs,
          analysed: drawing.analysed,
        },
        ink,
        paper,
      );
    };
    const later = () => {
      if (frame === 0) frame = requestAnimationFrame(draw);
    };
    from.set(within(from.get(), visibleSeconds, duration));
    draw();
    const stop = from.subscribe(later);
    // Light and dark change the paper.
    const mode = new MutationObserver(() => {
      ink = inkOf(element);
      paper = paperOf({ rows, scale, width: size.width, height, ratio: size.ratio }, ink);
      later();
    });
    mode.observe(document.documentElement, { attributes: true, attributeFilter: ['data-color-mode'] });
    return () => {
      stop();
      mode.disconnect();
      cancelAnimationFrame(frame);
    };
  }, [canvas, size, rows, height, scale, drawing, from, visibleSeconds, duration]);

  return useMemo(
    () => ({
      rows,
      height,
      seen: visibleSeconds,
      from,
      panTo: (next: number) => from.set(within(next, visibleSeconds, duration)),
    }),
    [rows, height, visibleSeconds, from, duration],
  );
}

/** Colours from the style sheet, which a canvas cannot use itself. */
export function inkOf(canvas: HTMLCanvasElement): Ink {
  const style = getComputedStyle(canvas);
  return {
    trace: style.color,
    minor: style.borderBlockStartColor,
    major: style.borderBlockEndColor,
    mark: style.outlineColor,
  };
}
