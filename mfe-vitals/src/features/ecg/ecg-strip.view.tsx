import { Button } from '@phr/ui/button';
import { Checkbox } from '@phr/ui/checkbox';
import { formatNumber } from '@phr/ui/format';
import { IconButton } from '@phr/ui/icon-button';
import { IconMeasureLength, IconResetView, IconZoomIn, IconZoomOut } from '@phr/ui/icons';
import { Segmented } from '@phr/ui/segmented';
import { useUi } from '@phr/ui/ui-text';
import {
  type Dispatch,
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  type SetStateAction,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import { CaliperView } from './caliper.view.tsx';
import type { Caliper, Mark } from './calipers.model.ts';
import css from './ecg-strip.module.css';
import { Overview } from './overview.view.tsx';
import { type analysisOf, durationOf, type Recording, withDerived } from './recording.model.ts';
import { CLINIC, GAINS, pxPerMillivolt, pxPerSecond, type Scale, SPEEDS, zoomed } from './scale.model.ts';
import { useCalm } from './use-calm.ts';
import { type Drawing, type StripControl, useStrip } from './use-strip.ts';

interface EcgStripProps {
  readonly recording: Recording;
  readonly found: ReturnType<typeof analysisOf>;
}

const KEY_SECONDS = 1;
/** The gutter ends here. */
const WIDEST_PULSE_PX = 28;

/** Curves on clinical paper scale: pan by dragging or keys, zoom, measure. */
export function EcgStrip({ recording, found }: EcgStripProps) {
  const { t } = useTranslation();
  const keysId = useId();
  const canvas = useRef<HTMLCanvasElement>(null);
  const [scale, setScale] = useState<Scale>(CLINIC);
  const [showsDerived, setShowsDerived] = useState(false);
  const canDerive = useMemo(() => withDerived(recording.leads).length > recording.leads.length, [recording]);
  const duration = durationOf(recording);
  const drawing = useDrawing(recording, found, scale, showsDerived);
  const strip = useStrip(canvas, drawing);

  const zoomBy = (steps: number) => setScale((now) => ({ ...now, zoom: zoomed(now.zoom, steps) }));
  const measuring = useCaliper(strip, scale, found);
  const { isMeasuring, toggleMeasuring } = measuring;
  useWheel(canvas, strip, scale, setScale);

  const keyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target !== event.currentTarget) return;
    const by = (seconds: number) => strip.panTo(strip.from.get() + seconds);
    const step = event.shiftKey ? strip.seen : KEY_SECONDS;
    const does: Readonly<Record<string, () => void>> = {
      ArrowLeft: () => by(-step),
      ArrowRight: () => by(step),
      PageUp: () => by(-strip.seen),
      PageDown: () => by(strip.seen),
      Home: () => strip.panTo(0),
      End: () => strip.panTo(duration),
      '+': () => zoomBy(1),
      '=': () => zoomBy(1),
      '-': () => zoomBy(-1),
      '0': () => setScale(CLINIC),
    };
    const act = does[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };
  return (
    <div>
      <div className={css.tools}>
        <ScaleTools scale={scale} setScale={setScale} zoomBy={zoomBy} />
        <div className={css.measure}>
          <Button dense icon={IconMeasureLength} aria-pressed={isMeasuring} onClick={toggleMeasuring}>
            {t('ecg.measure')}
          </Button>
        </div>
        {canDerive && <Checkbox label={t('ecg.derived')} checked={showsDerived} onChange={setShowsDerived} />}
      </div>

      <div
        className={css.frame}
        role="application"
        tabIndex={0}
        aria-label={t('ecg.strip', { leads: drawing.leads.map(({ name }) => name).join(', ') })}
        aria-describedby={keysId}
        onKeyDown={keyDown}
      >
        <Gutter strip={strip} scale={scale} isWide={showsDerived} />
        <Paper canvas={canvas} strip={strip} scale={scale} measuring={measuring} analysed={drawing.analysed} />
      </div>
      <p id={keysId} className={css.place}>
        {t('ecg.keys')}
      </p>
      <Overview strip={strip} drawing={drawing} />
      <Place strip={strip} duration={duration} />
    </div>
  );
}

interface PaperProps {
  readonly canvas: RefObject<HTMLCanvasElement | null>;
  readonly strip: StripControl;
  readonly scale: Scale;
  readonly measuring: ReturnType<typeof useCaliper>;
  /** The lead in which beats are found. */
  readonly analysed: string;
}

/** The draggable paper with curves, and the measured distance. */
function Paper({ canvas, strip, scale, measuring, analysed }: PaperProps) {
  const { isMeasuring, caliper, setCaliper } = measuring;
  const dragging = useDrag(strip, scale, measuring);
  return (
    <div className={css.surface}>
      <canvas
        ref={canvas}
        className={isMeasuring ? `${css.canvas} ${css.measuring}` : css.canvas}
        style={{ blockSize: strip.height }}
        data-testid="ecg-canvas"
        {...dragging}
      />
      {isMeasuring && caliper && (
        <CaliperView caliper={caliper} strip={strip} scale={scale} analysed={analysed} onChange={setCaliper} />
      )}
    </div>
  );
}

/** Drawing data at a scale; derived leads are below measured ones. */
function useDrawing(recording: Recording, found: EcgStripProps['found'], scale: Scale, showsDerived: boolean): Drawing {
  const duration = durationOf(recording);
  return useMemo<Drawing>(
    () => ({
      leads: showsDerived ? withDerived(recording.leads) : recording.leads,
      rate: recording.rate,
      duration,
      scale,
      peaks: found?.analysis.peaks ?? [],
      runs: found?.analysis.runs ?? [],
      analysed: found?.lead ?? '',
    }),
    [recording, showsDerived, duration, scale, found],
  );
}

/** Dragging moves the paper, or measures while that is chosen. */
function useDrag(
  strip: StripControl,
  scale: Scale,
  { isMeasuring, markAt, setCaliper }: ReturnType<typeof useCaliper>,
) {
  const drag = useRef<{ readonly x: number; readonly from: number; readonly mark: Mark | undefined }>(undefined);
  const placeOf = (event: PointerEvent) => {
    const box = event.currentTarget.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top] as const;
  };
  const down = (event: PointerEvent) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const [x, y] = placeOf(event);
    drag.current = { x, from: strip.from.get(), mark: isMeasuring ? markAt(x, y) : undefined };
  };
  const move = (event: PointerEvent) => {
    const start = drag.current;
    if (!start) return;
    const [x, y] = placeOf(event);
    if (!isMeasuring) strip.panTo(start.from - (x - start.x) / pxPerSecond(scale));
    else if (start.mark) {
      const to = markAt(x, y);
      if (to) setCaliper({ from: start.mark, to });
    }
  };
  const up = () => {
    drag.current = undefined;
  };
  return { onPointerDown: down, onPointerMove: move, onPointerUp: up, onPointerCancel: up };
}

/** Measures a distance: by dragging, or from the middle of the visible part. */
function useCaliper(strip: StripControl, scale: Scale, found: EcgStripProps['found']) {
  const [isMeasuring, setMeasuring] = useState(false);
  const [caliper, setCaliper] = useState<Caliper>();
  const markAt = (x: number, y: number): Mark | undefined => {
    const row = strip.rows.find(({ top, height }) => y >= top && y < top + height);
    return (
      row && {
        seconds: strip.from.get() + x / pxPerSecond(scale),
        millivolts: (row.top + row.zero - y) / pxPerMillivolt(scale),
      }
    );
  };
  const measureMiddle = () => {
    const row = strip.rows.find(({ lead }) => lead.name === found?.lead) ?? strip.rows[0];
    if (!row) return;
    const middle = strip.from.get() + strip.seen / 2;
    setCaliper({ from: { seconds: middle - 0.4, millivolts: 0 }, to: { seconds: middle + 0.4, millivolts: 1 } });
  };
  const toggleMeasuring = () => {
    if (isMeasuring) setCaliper(undefined);
    else measureMiddle();
    setMeasuring(!isMeasuring);
  };
  return { isMeasuring, caliper, setCaliper, markAt, toggleMeasuring };
}

/** Wheel: Ctrl zooms, sideways or Shift pans. */
function useWheel(
  canvas: RefObject<HTMLCanvasElement | null>,
  strip: StripControl,
  scale: Scale,
  setScale: ScaleToolsProps['setScale'],
): void {
  // React's wheel listener is passive and cannot prevent scrolling
  useEffect(() => {
    const element = canvas.current;
    const wheel = (event: WheelEvent) => {
      if (event.ctrlKey) {
        event.preventDefault();
        setScale((now) => ({ ...now, zoom: zoomed(now.zoom, -Math.sign(event.deltaY)) }));
      } else if (event.deltaX !== 0 || event.shiftKey) {
        event.preventDefault();
        strip.panTo(strip.from.get() + (event.deltaX || event.deltaY) / pxPerSecond(scale));
      }
    };
    element?.addEventListener('wheel', wheel, { passive: false });
    return () => element?.removeEventListener('wheel', wheel);
  }, [canvas, strip, scale, setScale]);
}

interface ScaleToolsProps {
  readonly scale: Scale;
  readonly setScale: Dispatch<SetStateAction<Scale>>;
  readonly zoomBy: (steps: number) => void;
}

/** Speed and gain of the paper, and how much it is enlarged. */
function ScaleTools({ scale, setScale, zoomBy }: ScaleToolsProps) {
  const { t } = useTranslation();
  return (
    <>
      <Choice
        label={t('ecg.speed')}
        unit="mm/s"
        value={scale.speed}
        values={SPEEDS}
        onChoose={(speed) => setScale({ ...scale, speed })}
      />
      <Choice
        label={t('ecg.gain')}
        unit="mm/mV"
        value={scale.gain}
        values={GAINS}
        onChoose={(gain) => setScale({ ...scale, gain })}
      />
      <div className={css.zoom} role="group" aria-label={t('ecg.zoom')}>
        <IconButton icon={IconZoomOut} label={t('ecg.zoomOut')} onClick={() => zoomBy(-1)} />
        <p className={css.percent} role="status">
          {Math.round(scale.zoom * 100)}%
        </p>
        <IconButton icon={IconZoomIn} label={t('ecg.zoomIn')} onClick={() => zoomBy(1)} />
        <IconButton icon={IconResetView} label={t('ecg.reset')} onClick={() => setScale(CLINIC)} />
      </div>
    </>
  );
}

interface GutterProps {
  readonly strip: StripControl;
  readonly scale: Scale;
  readonly isWide: boolean;
}

/** The names of the leads, each with its pulse of 1 mV. */
function Gutter({ strip, scale, isWide }: GutterProps) {
  const { t } = useTranslation();
  return (
    <div className={isWide ? `${css.gutter} ${css.wide}` : css.gutter} style={{ blockSize: strip.height }}>
      {strip.rows.map(({ lead, top, zero }) => (
        <div key={lead.name}>
          <span className={css.lead} style={{ insetBlockStart: top + 4 }}>
            <span className={css.name}>{lead.name}</span>
            {lead.computed && t('ecg.computed')}
          </span>
          <Pulse scale={scale} top={top + zero} />
        </div>
      ))}
    </div>
  );
}

interface ChoiceProps<Value extends number> {
  readonly label: string;
  readonly unit: string;
  readonly value: Value;
  readonly values: readonly Value[];
  readonly onChoose: (value: Value) => void;
}

/** A select of a scale's numbers. The unit appears once, so that it fits a phone's width. */
function Choice<Value extends number>({ label, unit, value, values, onChoose }: ChoiceProps<Value>) {
  const { locale } = useUi();
  const words = `${label} (${unit})`;
  return (
    <div className={css.choice}>
      <p className={css.caption} aria-hidden="true">
        {words}
      </p>
      <Segmented
        label={words}
        value={String(value)}
        segments={[...values]
          .sort((a, b) => a - b)
          .map((one) => ({ value: String(one), label: formatNumber(one, locale) }))}
        onChange={(chosen) => {
          const one = values.find((other) => String(other) === chosen);
          if (one !== undefined) onChoose(one);
        }}
      />
    </div>
  );
}

/** What 1 mV for 0.2 s looks like at the chosen scale. */
function Pulse({ scale, top }: { readonly scale: Scale; readonly top: number }) {
  const height = pxPerMillivolt(scale);
  const width = Math.min(0.2 * pxPerSecond(scale), WIDEST_PULSE_PX);
  return (
    <svg
      className={css.pulse}
      style={{ insetBlockStart: top - height }}
      width={width + 8}
      height={height}
      aria-hidden="true"
    >
      <path d={`M0 ${height}h4V0h${width}V${height}h4`} />
    </svg>
  );
}

/** The visible time range in words. */
function Place({ strip, duration }: { readonly strip: ReturnType<typeof useStrip>; readonly duration: number }) {
  const { t } = useTranslation();
  const { locale } = useUi();
  const from = useCalm(strip.from);
  const number = (value: number) => formatNumber(Math.round(value * 10) / 10, locale);
  return (
    <p className={css.place} data-testid="ecg-place">
      {t('ecg.place', { from: number(from), to: number(Math.min(from + strip.seen, duration)), all: number(duration) })}
    </p>
  );
}
