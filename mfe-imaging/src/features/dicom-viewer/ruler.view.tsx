import { formatNumber } from '@phr/ui/format';
import { useUi } from '@phr/ui/ui-text';
import { type KeyboardEvent, type PointerEvent, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import css from './dicom-viewer.module.css';
import { moveEnd, type Ruler, rulerLength } from './ruler.model.ts';
import type { Slice } from './slice.model.ts';
import type { Point } from '../../gestures/gestures.ts';
import type { Stage } from './stage.port.ts';

interface RulerViewProps {
  readonly ruler: Ruler;
  readonly slice: Slice;
  readonly stage: Stage;
  readonly onChange: (ruler: Ruler) => void;
  readonly onRemove: () => void;
}

const ARROWS: Readonly<Record<string, Point>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
const ENDS = ['from', 'to'] as const;
const FAR = 10;

/** The ruler: a line with draggable, keyboard-operable ends, and its length as text. */
export function RulerView({ ruler, slice, stage, onChange, onRemove }: RulerViewProps) {
  const { t } = useTranslation();
  const { locale } = useUi();
  const lengthId = useId();
  const dragged = useRef<keyof Ruler>(undefined);
  const from = stage.toStage(ruler.from);
  const to = stage.toStage(ruler.to);
  if (!from || !to) return null;

  const { value, unit, meaning } = rulerLength(ruler, slice.pixelSize);
  const length = `${formatNumber(Math.round(value * 10) / 10, locale)} ${unit}`;
  const words = t(`dicom.length.${meaning}`, { length });

  const keyDown = (end: keyof Ruler) => (event: KeyboardEvent) => {
    const direction = ARROWS[event.key];
    if (direction) {
      const far = event.shiftKey ? FAR : 1;
      onChange(moveEnd(ruler, end, [direction[0] * far, direction[1] * far], slice));
    } else if (event.key === 'Delete' || event.key === 'Backspace') onRemove();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const pointerDown = (end: keyof Ruler) => (event: PointerEvent<HTMLButtonElement>) => {
    event.stopPropagation();
    event.currentTarget.setPointerCapture(event.pointerId);
    dragged.current = end;
  };
  const pointerMove = (event: PointerEvent<HTMLButtonElement>) => {
    const end = dragged.current;
    if (!end) return;
    event.stopPropagation();
    const box = event.currentTarget.parentElement?.getBoundingClientRect();
    const pixel = box && stage.toPicture([event.clientX - box.left, event.clientY - box.top]);
    if (pixel) onChange(moveEnd({ ...ruler, [end]: pixel }, end, [0, 0], slice));
  };
  const pointerUp = () => {
    dragged.current = undefined;
  };

  return (
    <div className={css.ruler}>
      <svg className={css.rulerLine} aria-hidden="true">
        <line x1={from[0]} y1={from[1]} x2={to[0]} y2={to[1]} className={css.rulerEdge} />
        <line x1={from[0]} y1={from[1]} x2={to[0]} y2={to[1]} className={css.rulerCore} />
      </svg>
      {ENDS.map((end) => {
        const [x, y] = end === 'from' ? from : to;
        return (
          <button
            key={end}
            type="button"
            className={css.rulerEnd}
            ref={(element) => {
              element?.style.setProperty('transform', `translate(${x}px, ${y}px)`);
            }}
            aria-label={t(`dicom.ruler.${end}`)}
            aria-describedby={lengthId}
            onKeyDown={keyDown(end)}
            onPointerDown={pointerDown(end)}
            onPointerMove={pointerMove}
            onPointerUp={pointerUp}
            onPointerCancel={pointerUp}
          />
        );
      })}
      <output
        id={lengthId}
        className={css.rulerLength}
        ref={(element) => {
          if (element) place(element, [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2], stage.size());
        }}
      >
        {words}
      </output>
    </div>
  );
}

/** Places the length beside the line's middle, within the stage. */
function place(element: HTMLElement, [x, y]: Point, [width, height]: Point): void {
  const inside = (at: number, room: number) => Math.max(0, Math.min(at, room));
  element.style.setProperty(
    'transform',
    `translate(${inside(x, width - element.offsetWidth - 16)}px, ${inside(y, height - element.offsetHeight - 16)}px)`,
  );
}
