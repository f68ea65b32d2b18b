import { createStore } from '@phr/contract/store';
import { useStore } from '@phr/module-kit/host';
import { useState } from 'react';
import type { Point } from '../../gestures/gestures.ts';
import type { Entry } from './read-entries.model.ts';
import type { Ruler } from './ruler.model.ts';
import type { Slice } from './slice.model.ts';
import type { Stage, StageState } from './stage.port.ts';
import type { Study } from './study.entity.ts';
import { ZOOM } from './zoom.model.ts';

const NOTHING_YET = createStore<StageState>({ index: 0, zoom: 1, revision: 0 });

export type Stack = ReturnType<typeof useStack>;

/** State of a stack on its stage, which is created with its element: position, zoom, ruler. */
export function useStack(stage: Stage | undefined, study: Study) {
  const [rulers, setRulers] = useState<Readonly<Record<string, Ruler>>>({});
  const count = study.entries.length;
  const state = useStore(stage?.state ?? NOTHING_YET);
  const picture = entryAt(study, state.shown);
  const shown = picture?.slice;

  const go = (index: number) => {
    if (index >= 0 && index < count) void stage?.show(index);
  };
  const zoomBy = (steps: number, at?: Point) =>
    stage?.zoomTo(Math.round((state.zoom + steps * ZOOM.step) * 100) / 100, at);
  const setRuler = (ruler: Ruler | undefined) => {
    if (!shown) return;
    setRulers(({ [shown.imageId]: _old, ...others }) => (ruler ? { ...others, [shown.imageId]: ruler } : others));
  };
  const ruler = shown && rulers[shown.imageId];
  return { stage, state, count, picture, shown, ruler, go, zoomBy, setRuler };
}

export type Picture = Extract<Entry, { readonly slice: Slice }>;

function entryAt(study: Study, index: number | undefined): Picture | undefined {
  const entry = index === undefined ? undefined : study.entries[index];
  return entry && 'slice' in entry ? entry : undefined;
}
