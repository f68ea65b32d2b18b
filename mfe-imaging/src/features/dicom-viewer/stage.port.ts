import { Enums, getShouldUseCPURendering, RenderingEngine, type Types } from '@cornerstonejs/core';
import { createStore, type Store } from '@phr/contract/store';
import { curveIdOf, decodePicture, hasOtherSign } from './engine.port.ts';
import { type LoadProblem, problemOf } from '../../files/load-problem.ts';
import {
  type DrawingNote,
  firstView,
  type Look,
  lookOf,
  notesOf,
  displayedWindow,
  type ViewChoice,
  viewFor,
  viewOf,
} from './look.model.ts';
import type { Entry } from './read-entries.model.ts';
import type { Slice } from './slice.model.ts';
import { ZOOM } from './zoom.model.ts';
import { bounds, curveOf, type Window } from './voi.model.ts';
import { moveWindow } from './window-level.model.ts';
import type { Point } from '../../gestures/gestures.ts';

export interface StageState {
  /** Requested position. */
  readonly index: number;
  /** Position of the drawn picture, to which overlay text refers. */
  readonly shown?: number;
  /** Why the requested position cannot be shown; then no picture is visible. */
  readonly problem?: LoadProblem;
  /** 1 fits the stage. */
  readonly zoom: number;
  /** In the picture's unit; absent for colour, and for grey from a table. */
  readonly window?: Window;
  /** Selected view of the file; 'all' for a window over all values, absent for the person's own window. */
  readonly view?: ViewChoice;
  /** Decisions of the viewer, and deviations from the header. */
  readonly notes?: readonly DrawingNote[];
  /** All pixels have one value: the picture itself is uniform. */
  readonly flat?: boolean;
  /** Changes whenever the picture moves on the stage. */
  readonly revision: number;
}

/** Draws one stack in one element. */
export interface Stage {
  readonly state: Store<StageState>;
  show(index: number): Promise<void>;
  /** `at` stays fixed; defaults to the middle. */
  zoomTo(zoom: number, at?: Point): void;
  panBy(delta: Point): void;
  /** Shares of the value range; positive means more. */
  adjust(change: { readonly contrast: number; readonly brightness: number }): void;
  /** Draws this and following pictures with a view of their files. */
  choose(view: ViewChoice): void;
  reset(): void;
  toPicture(point: Point): Point | undefined;
  toStage(pixel: Point): Point | undefined;
  size(): Point;
  close(): void;
}

let stages = 0;

/** Opens a stage for a stack. `element` must have a size. */
export function openStage(element: HTMLDivElement, entries: readonly Entry[]): Stage {
  const name = `stage-${(stages += 1)}`;
  const engine = new RenderingEngine(name);
  engine.enableElement({
    viewportId: name,
    type: Enums.ViewportType.STACK,
    element,
    defaultOptions: { background: [0, 0, 0] },
  });
  const viewport = engine.getViewport(name) as Types.IStackViewport;
  const pictures = entries.flatMap((entry) => ('slice' in entry ? [entry.slice] : []));
  const ids = pictures.map(({ imageId }) => imageId);
  const state = createStore<StageState>({ index: 0, zoom: 1, revision: 0 });
  const patch = (change: Partial<StageState>) => state.set({ ...state.get(), ...change });

  let turn = 0;
  let stacked = false;
  /** Rendering of the current picture. */
  let look: Look | undefined;
  let choice: ViewChoice | undefined;
  /** The person's own window, over values or curve grey; applies to other pictures of the same kind. */
  let own: { readonly window: Window; readonly isCurve: boolean } | undefined;
  let closed = false;
  /** True once the person has zoomed or panned: resizing then keeps the view instead of fitting it. */
  let arranged = false;

  const moved = () => patch({ zoom: viewport.getZoom(), revision: state.get().revision + 1 });

  /** Decodes a slice with the suitable view: a curve is decoded separately, a window is chosen from the values. */
  async function pictureOf(slice: Slice): Promise<{ readonly id: string; readonly look: Look }> {
    const { imageId: plain } = slice;
    const byView = async (view: ViewChoice) => {
      const id = typeof view === 'number' && curveOf(viewOf(slice, view)) ? curveIdOf(plain, view) : plain;
      const { minPixelValue: min, maxPixelValue: max } = await decodePicture(id);
      return { id, look: lookOf(slice, view, { min, max }) };
    };
    const first = await byView(firstView(slice, choice) ?? 'all');
    return first.look.isCurve ? first : byView(viewFor(slice, choice, first.look.range));
  }

  async function draw(slice: Slice, mine: number): Promise<void> {
    const picture = await pictureOf(slice);
    if (mine !== turn || closed) return;
    await put(picture.id, pictures.indexOf(slice));
    if (closed) return;
    if (viewport.getCurrentImageId() !== picture.id) throw new Error('another picture is drawn');
    look = picture.look;
    const { range } = look;
    const { problem: _gone, window: _window, view: _view, notes: _notes, ...rest } = state.get();
    state.set({
      ...rest,
      flat: !slice.colour && range.max <= range.min,
      shown: entries.findIndex((entry) => 'slice' in entry && entry.slice === slice),
      zoom: viewport.getZoom(),
      revision: rest.revision + 1,
    });
    apply(slice);
  }

  /** Shows a picture; if it replaces another rendering of the same slice, keeps zoom and pan. */
  async function put(id: string, at: number): Promise<void> {
    if (stacked && ids[at] === id) {
      await viewport.setImageIdIndex(at);
      return;
    }
    const [zoom, pan] = arranged ? [viewport.getZoom(), viewport.getPan()] : [];
    ids[at] = id;
    await viewport.setStack([...ids], at);
    stacked = true;
    if (zoom !== undefined) viewport.setZoom(zoom);
    if (pan) viewport.setPan(pan);
  }

  /** Renders the current picture and publishes the state. */
  function apply(slice: Slice): void {
    if (look && !slice.colour) {
      const mine = own?.isCurve === look.isCurve ? own.window : undefined;
      viewport.setProperties({
        voiRange: bounds(look.kind, mine ?? look.window),
        invert: slice.inverted,
        // the software renderer rejects other VOI functions
        ...(getShouldUseCPURendering() ? {} : { VOILUTFunction: Enums.VOILUTFunctionType.LINEAR }),
      });
      tell(slice, look, mine);
    }
    viewport.render();
  }

  function tell(slice: Slice, drawn: Look, mine: Window | undefined): void {
    const { window: _old, view: _before, ...rest } = state.get();
    const window = displayedWindow(slice, drawn, mine);
    state.set({
      ...rest,
      notes: notesOf(slice, drawn, {
        isOwn: mine !== undefined,
        isAsked: choice === 'all',
        hasOtherSign: hasOtherSign(viewport.getCurrentImageId()),
      }),
      ...(window ? { window } : {}),
      ...(mine ? {} : { view: drawn.view }),
    });
  }

  const shownSlice = (): Slice | undefined => {
    const entry = entries[state.get().shown ?? -1];
    return entry && 'slice' in entry ? entry.slice : undefined;
  };

  async function show(index: number): Promise<void> {
    const mine = (turn += 1);
    const entry = entries[index];
    if (!entry) return;
    patch({ index });
    if ('problem' in entry) {
      patch({ problem: entry.problem });
      return;
    }
    try {
      await draw(entry.slice, mine);
      if (mine === turn && !closed) preload(index);
    } catch (error) {
      if (mine === turn && !closed) patch({ problem: problemOf(error) });
    }
  }

  /** Decodes neighbours ahead; failures are reported on demand. */
  function preload(index: number): void {
    for (const near of [index + 1, index - 1]) {
      const entry = entries[near];
      if (entry && 'slice' in entry) void pictureOf(entry.slice).catch(() => undefined);
    }
  }

  const resize = new ResizeObserver(() => {
    if (element.clientWidth === 0 || element.clientHeight === 0) return;
    engine.resize(true, arranged);
    if (stacked) moved();
  });
  resize.observe(element);

  return {
    state,
    show,
    zoomTo(zoom, at) {
      if (!stacked) return;
      const [width, height] = [element.clientWidth, element.clientHeight];
      const before = viewport.getZoom();
      const after = Math.min(Math.max(zoom, ZOOM.least), ZOOM.most);
      const [panX, panY] = viewport.getPan();
      const [x, y] = at ? [at[0] - width / 2, at[1] - height / 2] : [0, 0];
      const factor = after / before;
      arranged = true;
      viewport.setZoom(after);
      viewport.setPan([x - (x - panX) * factor, y - (y - panY) * factor]);
      viewport.render();
      moved();
    },
    panBy([dx, dy]) {
      if (!stacked) return;
      arranged = true;
      const [x, y] = viewport.getPan();
      viewport.setPan([x + dx, y + dy]);
      viewport.render();
      moved();
    },
    adjust({ contrast, brightness }) {
      const slice = shownSlice();
      if (!slice || slice.colour || !look) return;
      const before = own?.isCurve === look.isCurve ? own.window : look.window;
      const change = { contrast, brightness: slice.inverted ? -brightness : brightness };
      own = { window: moveWindow(before, change, look.range), isCurve: look.isCurve };
      apply(slice);
    },
    choose(view) {
      choice = view;
      own = undefined;
      void show(state.get().index);
    },
    reset() {
      const slice = shownSlice();
      if (!slice) return;
      own = undefined;
      choice = undefined;
      arranged = false;
      viewport.resetCamera();
      apply(slice);
      moved();
      // the file's first view may need other values
      void show(state.get().index);
    },
    toPicture(point) {
      const grid = stacked ? viewport.getImageData() : undefined;
      if (!grid) return undefined;
      const world = viewport.canvasToWorld([...point]);
      const offset = world.map((value, axis) => value - (grid.origin[axis] ?? 0));
      const along = (axis: number) =>
        offset.reduce((sum, value, part) => sum + value * (grid.direction[axis * 3 + part] ?? 0), 0) /
        (grid.spacing[axis] ?? 1);
      return [along(0), along(1)];
    },
    toStage([column, row]) {
      const grid = stacked ? viewport.getImageData() : undefined;
      if (!grid) return undefined;
      const world = [0, 1, 2].map(
        (part) =>
          (grid.origin[part] ?? 0) +
          column * (grid.spacing[0] ?? 1) * (grid.direction[part] ?? 0) +
          row * (grid.spacing[1] ?? 1) * (grid.direction[3 + part] ?? 0),
      );
      const [x, y] = viewport.worldToCanvas([world[0] ?? 0, world[1] ?? 0, world[2] ?? 0]);
      return [x, y];
    },
    size: () => [element.clientWidth, element.clientHeight],
    close() {
      if (closed) return;
      closed = true;
      turn += 1;
      resize.disconnect();
      engine.destroy();
    },
  };
}
