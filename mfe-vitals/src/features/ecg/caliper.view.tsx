import { useStore } from '@phr/module-kit/host';
import { formatNumber } from '@phr/ui/format';
import { useUi } from '@phr/ui/ui-text';
import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { type Caliper, type Mark, measure } from './calipers.model.ts';
import css from './ecg-strip.module.css';
import { pxPerMillivolt, pxPerSecond, type Scale } from './scale.model.ts';
import type { StripControl } from './use-strip.ts';

interface CaliperViewProps {
  readonly caliper: Caliper;
  readonly strip: StripControl;
  readonly scale: Scale;
  /** Lead whose row is measured. */
  readonly analysed: string;
  readonly onChange: (caliper: Caliper) => void;
}

const KEY_SECONDS = 0.01;
const KEY_MILLIVOLTS = 0.05;

/** Two draggable, keyboard-operable ends, with time, voltage and rate between them. */
export function CaliperView({ caliper, strip, scale, analysed, onChange }: CaliperViewProps) {
  const { t } = useTranslation();
  const { locale } = useUi();
  const from = useStore(strip.from);
  const row = strip.rows.find(({ lead }) => lead.name === analysed) ?? strip.rows[0];
  if (!row) return null;
  const x = ({ seconds }: Mark) => (seconds - from) * pxPerSecond(scale);
  const y = ({ millivolts }: Mark) => row.top + row.zero - millivolts * pxPerMillivolt(scale);
  const { ms, mV, perMinute } = measure(caliper);
  const words = t(perMinute === undefined ? 'ecg.measuredNoRate' : 'ecg.measured', {
    ms: formatNumber(ms, locale),
    mV: formatNumber(mV, locale),
    rate: perMinute ?? 0,
  });
  return (
    <>
      <div className={css.caliper} style={{ insetInlineStart: x(caliper.from) }} />
      <div className={css.caliper} style={{ insetInlineStart: x(caliper.to) }} />
      {[caliper.from, caliper.to].map((mark, index) => (
        <div
          key={index}
          className={css.level}
          style={{
            insetBlockStart: y(mark),
            insetInlineStart: Math.min(x(caliper.from), x(caliper.to)),
            inlineSize: Math.abs(x(caliper.to) - x(caliper.from)),
          }}
        />
      ))}
      {(['from', 'to'] as const).map((which) => (
        <End
          key={which}
          label={t(which === 'from' ? 'ecg.caliperFrom' : 'ecg.caliperTo')}
          x={x(caliper[which])}
          y={y(caliper[which])}
          mark={caliper[which]}
          scale={scale}
          onMove={(mark) => onChange({ ...caliper, [which]: mark })}
        />
      ))}
      <p className={css.readout} role="status" data-testid="ecg-measured">
        {words}
      </p>
    </>
  );
}

interface EndProps {
  readonly label: string;
  /** CSS pixels. */
  readonly x: number;
  readonly y: number;
  readonly mark: Mark;
  readonly scale: Scale;
  readonly onMove: (mark: Mark) => void;
}

/** One end: dragged or moved by arrow keys; Shift for larger steps. */
function End({ label, x, y, mark, scale, onMove }: EndProps) {
  const start = useRef<{ readonly x: number; readonly y: number; readonly mark: Mark }>(undefined);
  const moveFrom = (from: Mark, seconds: number, millivolts: number) =>
    onMove({ seconds: from.seconds + seconds, millivolts: from.millivolts + millivolts });
  const down = (event: PointerEvent) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    start.current = { x: event.clientX, y: event.clientY, mark };
  };
  const move = (event: PointerEvent) => {
    const begun = start.current;
    if (begun)
      moveFrom(
        begun.mark,
        (event.clientX - begun.x) / pxPerSecond(scale),
        (begun.y - event.clientY) / pxPerMillivolt(scale),
      );
  };
  const up = () => {
    start.current = undefined;
  };
  const keyDown = (event: KeyboardEvent) => {
    const steps: Readonly<Record<string, readonly [number, number]>> = {
      ArrowLeft: [-KEY_SECONDS, 0],
      ArrowRight: [KEY_SECONDS, 0],
      ArrowUp: [0, KEY_MILLIVOLTS],
      ArrowDown: [0, -KEY_MILLIVOLTS],
    };
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    const times = event.shiftKey ? 5 : 1;
    moveFrom(mark, step[0] * times, step[1] * times);
  };
  return (
    <button
      type="button"
      className={css.end}
      aria-label={label}
      style={{ insetInlineStart: x, insetBlockStart: y }}
      onPointerDown={down}
      onPointerMove={move}
      onPointerUp={up}
      onPointerCancel={up}
      onKeyDown={keyDown}
    />
  );
}
