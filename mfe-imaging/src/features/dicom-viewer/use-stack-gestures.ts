import { type RefObject, useRef } from 'react';
import type { Gesture } from '../../gestures/gestures.ts';
import { useGestures } from '../../gestures/use-gestures.ts';
import type { Tool } from './tools.port.ts';
import type { Stack } from './use-stack.ts';

/** Drag distance per slice, in CSS pixels. */
const SLICE_PIXELS = 12;

/** Dragging applies the tool; pinch and wheel zoom, and with the scroll tool the wheel changes slices. */
export function useStackGestures(
  surface: RefObject<HTMLElement | null>,
  { stage, count, go, setRuler }: Stack,
  tool: Tool,
): void {
  const scrolled = useRef(0);
  const drag = ({ start, at, delta }: Extract<Gesture, { kind: 'drag' }>) => {
    if (!stage) return;
    const [width, height] = stage.size();
    if (tool === 'zoomPan') stage.panBy(delta);
    else if (tool === 'windowLevel') stage.adjust({ contrast: delta[0] / width, brightness: -delta[1] / height });
    else if (tool === 'draw') {
      const [from, to] = [stage.toPicture(start), stage.toPicture(at)];
      if (from && to) setRuler({ from, to });
    } else {
      scrolled.current += delta[1];
      const slices = Math.trunc(scrolled.current / SLICE_PIXELS);
      scrolled.current -= slices * SLICE_PIXELS;
      if (slices !== 0) go(Math.min(Math.max(stage.state.get().index + slices, 0), count - 1));
    }
  };
  useGestures(surface, {
    gesture(gesture) {
      if (gesture.kind === 'drag') drag(gesture);
      else if (gesture.kind === 'pinch') {
        stage?.panBy(gesture.delta);
        stage?.zoomTo(stage.state.get().zoom * gesture.factor, gesture.at);
      } else {
        scrolled.current = 0;
        if (gesture.kind === 'cancel' && tool === 'draw') setRuler(undefined);
      }
    },
    wheel(turns, at) {
      if (!stage) return;
      if (tool === 'scroll') go(stage.state.get().index + Math.sign(turns));
      else stage.zoomTo(stage.state.get().zoom * 1.2 ** -turns, at);
    },
  });
}
