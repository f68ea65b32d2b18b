import type { Run } from '@phr/clinical/ecg-runs';
import { type Columns, wholeColumns } from './columns.model.ts';
import { PX_PER_MM, pxPerMillivolt, pxPerSecond, rowOf, type Scale } from './scale.model.ts';
import type { Lead } from './recording.model.ts';

/** Colours as the page gives them. */
export interface Ink {
  readonly minor: string;
  readonly major: string;
  readonly trace: string;
  readonly mark: string;
}

/** One lead in its row. */
export interface Row {
  readonly lead: Lead;
  /** CSS pixels: top, height, and offset of 0 mV from the top. */
  readonly top: number;
  readonly height: number;
  readonly zero: number;
}

/** Stacked leads, each as high as its curve needs, over the whole recording or some seconds. */
export function rowsOf(
  leads: readonly Lead[],
  scale: Scale,
  part?: { readonly rate: number; readonly from: number; readonly to: number },
): { readonly rows: readonly Row[]; readonly height: number } {
  const sizes = leads.map((lead) => ({
    lead,
    ...rowOf(
      part === undefined
        ? lead.signal
        : lead.signal.subarray(Math.floor(part.from * part.rate), Math.ceil(part.to * part.rate) + 1),
      scale,
    ),
  }));
  const heightOf = (count: number) => sizes.slice(0, count).reduce((sum, { height }) => sum + height, 0);
  return { rows: sizes.map((size, index) => ({ ...size, top: heightOf(index) })), height: heightOf(sizes.length) };
}

export interface Strip {
  readonly rows: readonly Row[];
  /** Samples a second. */
  readonly rate: number;
  readonly scale: Scale;
  /** Left edge in seconds. */
  readonly from: number;
  /** CSS pixels. */
  readonly width: number;
  readonly height: number;
  /** Device pixels for one CSS pixel. */
  readonly ratio: number;
  /** Detected beats and parts without signal, in samples of the analysed lead. */
  readonly peaks: readonly number[];
  readonly runs: readonly Run[];
  readonly analysed: string;
}

const TRACE_PX = 1.5;
const HATCH_PX = 8;

/** Resizes a canvas to a size in CSS pixels, clearing it. */
export function sizeCanvas({ canvas }: CanvasRenderingContext2D, width: number, height: number, ratio: number): void {
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
}

/**
 * Draws paper and curves.
 * @param paper from `paperOf`, for moving strips
 */
export function drawStrip(canvas: CanvasRenderingContext2D, strip: Strip, ink: Ink, paper?: HTMLCanvasElement): void {
  const { rows, width, height, ratio } = strip;
  if (paper === undefined) {
    canvas.setTransform(ratio, 0, 0, ratio, 0, 0);
    canvas.clearRect(0, 0, width, height);
    drawGrid(canvas, strip, ink);
  } else layPaper(canvas, strip, paper);
  for (const row of rows) {
    if (row.lead.name === strip.analysed) hatch(canvas, strip, row, ink);
    drawTrace(canvas, strip, row, ink);
  }
  const row = rows.find(({ lead }) => lead.name === strip.analysed);
  if (row) drawPeaks(canvas, strip, row, ink);
}

type PaperSize = Pick<Strip, 'rows' | 'scale' | 'width' | 'height' | 'ratio'>;

/** The paper alone, five millimetres wider than the strip: drawn once, then reused at each position. */
export function paperOf({ rows, scale, width, height, ratio }: PaperSize, ink: Ink): HTMLCanvasElement {
  const paper = document.createElement('canvas');
  const context = paper.getContext('2d');
  const wider = width + 5 * PX_PER_MM * scale.zoom;
  if (context) {
    sizeCanvas(context, wider, height, ratio);
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    drawGrid(context, { rows, scale, from: 0, width: wider, height }, ink);
  }
  return paper;
}

/** Places the paper with its grid aligned to time, on whole device pixels, clearing the canvas. */
function layPaper(canvas: CanvasRenderingContext2D, { from, scale, ratio }: Strip, paper: HTMLCanvasElement): void {
  canvas.setTransform(1, 0, 0, 1, 0, 0);
  canvas.globalCompositeOperation = 'copy';
  canvas.drawImage(paper, -Math.round(((from * pxPerSecond(scale)) % (5 * PX_PER_MM * scale.zoom)) * ratio), 0);
  canvas.globalCompositeOperation = 'source-over';
  canvas.setTransform(ratio, 0, 0, ratio, 0, 0);
}

/** A line each millimetre, a bold one each five: 0.04 and 0.2 s at 25 mm/s. Moves with the curve. */
function drawGrid(
  canvas: CanvasRenderingContext2D,
  { scale, from, width, height, rows }: Pick<Strip, 'scale' | 'from' | 'width' | 'height' | 'rows'>,
  ink: Ink,
): void {
  const mm = PX_PER_MM * scale.zoom;
  const startMm = (from * pxPerSecond(scale)) / mm;
  for (const [every, colour] of [
    [1, ink.minor],
    [5, ink.major],
  ] as const) {
    canvas.strokeStyle = colour;
    canvas.lineWidth = every === 1 ? 0.5 : 1;
    canvas.beginPath();
    for (let line = Math.ceil(startMm / every) * every; (line - startMm) * mm <= width; line += every) {
      const x = (line - startMm) * mm;
      canvas.moveTo(x, 0);
      canvas.lineTo(x, height);
    }
    for (const { top, zero, height: rowHeight } of rows) {
      // Lines of a row are counted from its 0 mV.
      for (
        let y = top + zero - Math.floor(zero / (mm * every)) * mm * every;
        y <= top + rowHeight + 0.01;
        y += mm * every
      ) {
        canvas.moveTo(0, y);
        canvas.lineTo(width, y);
      }
    }
    canvas.stroke();
  }
}

function drawTrace(
  canvas: CanvasRenderingContext2D,
  { rate, scale, from, width, ratio }: Strip,
  { lead, top, zero }: Row,
  ink: Ink,
): void {
  const samplesPerPx = rate / pxPerSecond(scale);
  const y = (millivolts: number) => top + zero - millivolts * pxPerMillivolt(scale);
  if (samplesPerPx / ratio > 2) {
    canvas.fillStyle = ink.trace;
    canvas.beginPath();
    // the left edge is on a whole device pixel, like the paper's
    const first = Math.round((from * rate * ratio) / samplesPerPx);
    outline(canvas, wholeColumns(lead.signal, samplesPerPx / ratio), first, first + Math.ceil(width * ratio), ratio, y);
    canvas.fill();
  } else {
    canvas.strokeStyle = ink.trace;
    canvas.lineWidth = TRACE_PX;
    canvas.lineJoin = 'round';
    canvas.beginPath();
    let isDown = false;
    const last = Math.min(lead.signal.length - 1, Math.ceil(from * rate + width * samplesPerPx) + 1);
    for (let at = Math.max(0, Math.floor(from * rate) - 1); at <= last; at += 1) {
      const value = lead.signal[at] ?? Number.NaN;
      if (Number.isNaN(value)) {
        isDown = false;
        continue;
      }
      const x = (at - from * rate) / samplesPerPx;
      if (isDown) canvas.lineTo(x, y(value));
      else canvas.moveTo(x, y(value));
      isDown = true;
    }
    canvas.stroke();
  }
}

/**
 * The area between the columns' minima and maxima as one filled shape: far cheaper than a thousand strokes. Gaps stay
 * open.
 */
function outline(
  canvas: CanvasRenderingContext2D,
  { low, high }: Columns,
  first: number,
  last: number,
  ratio: number,
  y: (millivolts: number) => number,
): void {
  const x = (column: number) => (column - first) / ratio;
  const isGap = (column: number) => Number.isNaN(high[column] ?? Number.NaN);
  const stop = Math.min(last, high.length);
  for (let begin = first; begin < stop; ) {
    if (isGap(begin)) {
      begin += 1;
      continue;
    }
    let end = begin;
    canvas.moveTo(x(begin), y(high[begin] ?? 0) - TRACE_PX / 2);
    while (end < stop && !isGap(end)) {
      canvas.lineTo(x(end + 0.5), y(high[end] ?? 0) - TRACE_PX / 2);
      end += 1;
    }
    canvas.lineTo(x(end), y(high[end - 1] ?? 0) - TRACE_PX / 2);
    canvas.lineTo(x(end), y(low[end - 1] ?? 0) + TRACE_PX / 2);
    for (let column = end - 1; column >= begin; column -= 1)
      canvas.lineTo(x(column + 0.5), y(low[column] ?? 0) + TRACE_PX / 2);
    canvas.closePath();
    begin = end;
  }
}

/** Hatches parts of the analysed lead without heart signal. */
function hatch(
  canvas: CanvasRenderingContext2D,
  { runs, rate, scale, from, width }: Strip,
  { top, height }: Row,
  ink: Ink,
): void {
  canvas.strokeStyle = ink.mark;
  canvas.lineWidth = 1;
  for (const run of runs) {
    const left = Math.max(0, (run.from / rate - from) * pxPerSecond(scale));
    const right = Math.min(width, (run.to / rate - from) * pxPerSecond(scale));
    if (right <= left) continue;
    canvas.save();
    canvas.beginPath();
    canvas.rect(left, top, right - left, height);
    canvas.clip();
    canvas.beginPath();
    for (let x = left - height; x < right; x += HATCH_PX) {
      canvas.moveTo(x, top + height);
      canvas.lineTo(x + height, top);
    }
    canvas.stroke();
    canvas.restore();
  }
}

/** A small mark above each beat that was found. */
function drawPeaks(
  canvas: CanvasRenderingContext2D,
  { peaks, rate, scale, from, width }: Strip,
  { top }: Row,
  ink: Ink,
): void {
  canvas.fillStyle = ink.mark;
  canvas.beginPath();
  for (const peak of peaks) {
    const x = (peak / rate - from) * pxPerSecond(scale);
    if (x < -4 || x > width + 4) continue;
    canvas.moveTo(x - 4, top + 2);
    canvas.lineTo(x + 4, top + 2);
    canvas.lineTo(x, top + 9);
    canvas.closePath();
  }
  canvas.fill();
}
