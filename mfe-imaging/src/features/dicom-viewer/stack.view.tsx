import { createStore } from '@phr/contract/store';
import { Button } from '@phr/ui/button';
import { classNames } from '@phr/ui/class-names';
import { Icon } from '@phr/ui/icon';
import { IconButton } from '@phr/ui/icon-button';
import {
  IconAdd,
  IconDelete,
  IconError,
  IconForward,
  IconHelp,
  IconInfo,
  IconPrevious,
  IconResetView,
  IconZoomIn,
  IconZoomOut,
} from '@phr/ui/icons';
import { Notice } from '@phr/ui/notice';
import { useUi } from '@phr/ui/ui-text';
import { usePatient, useStore } from '@phr/module-kit/host';
import { lazyView } from '@phr/module-kit/lazy-view';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import frame from '../../files/viewer-frame.module.css';
import css from './dicom-viewer.module.css';
import type { Gesture, Point } from '../../gestures/gestures.ts';
import type { ReadPicture } from '../reading/reading-dialog.view.tsx';
import { isOffered } from '../reading/reading.model.ts';
import { pictureInfo } from './picture-info.model.ts';
import { namesDiffer } from './person-name.model.ts';
import type { Ruler } from './ruler.model.ts';
import { RulerView } from './ruler.view.tsx';
import type { Slice } from './slice.model.ts';
import type { Stage, StageState } from './stage.port.ts';
import type { Entry } from './read-entries.model.ts';
import type { Study } from './study.entity.ts';
import { type Command, commandOf, HINT_MS, STEP, type Tool, TOOLS } from './tools.port.ts';
import { useGestures } from '../../gestures/use-gestures.ts';
import type { Drawing } from './use-study.ts';
import { ViewerHelp } from './viewer-help.view.tsx';
import { ZOOM } from './zoom.model.ts';

const ReadingDialog = lazyView(async () => (await import('../reading/reading-dialog.view.tsx')).ReadingDialog);

const NOTHING_YET = createStore<StageState>({ index: 0, zoom: 1, revision: 0 });
/** CSS pixels of a drag for one slice. */
const SLICE_PIXELS = 12;

interface StackViewProps {
  /** The report that the pictures belong to; none behind a facility's QR, whose pictures are not ours to have read. */
  readonly reportId?: string;
  readonly study: Study;
  readonly drawing: Drawing;
}

/** A stack of pictures with its tools. */
export function StackView({ reportId, study, drawing }: StackViewProps) {
  const { t } = useTranslation();
  const { locale } = useUi();
  const { viewed } = usePatient();
  const canvas = useRef<HTMLDivElement>(null);
  const surface = useRef<HTMLDivElement>(null);
  const [stage, setStage] = useState<Stage>();
  const [tool, setTool] = useState<Tool>('zoomPan');
  const [hint, setHint] = useState<Tool>();
  const [help, setHelp] = useState(false);
  const [info, setInfo] = useState(true);
  const [isReading, setReading] = useState(false);
  const [rulers, setRulers] = useState<Readonly<Record<string, Ruler>>>({});
  const scrolled = useRef(0);
  const region = useRef<HTMLDivElement>(null);

  const count = study.entries.length;
  const state = useStore(stage?.state ?? NOTHING_YET);
  const picture = entryAt(study, state.shown);
  const shown = picture?.slice;

  useEffect(() => {
    if (!canvas.current) return undefined;
    const opened = drawing.openStage(canvas.current, study.entries);
    void opened.show(0);
    // The stage belongs to the element, which is there only now.
    setStage(opened);
    return () => {
      opened.close();
      setStage(undefined);
    };
  }, [study, drawing]);

  useEffect(() => {
    if (!hint) return undefined;
    const timer = setTimeout(() => setHint(undefined), HINT_MS);
    return () => clearTimeout(timer);
  }, [hint]);

  const choose = (next: Tool) => {
    setTool(next);
    setHint(next);
  };
  const go = (index: number) => {
    if (index >= 0 && index < count) void stage?.show(index);
  };
  const zoomBy = (steps: number, at?: Point) =>
    stage?.zoomTo(Math.round((state.zoom + steps * ZOOM.step) * 100) / 100, at);
  const setRuler = (ruler: Ruler | undefined) => {
    if (!shown) return;
    setRulers(({ [shown.imageId]: _old, ...others }) => (ruler ? { ...others, [shown.imageId]: ruler } : others));
  };

  // What had the focus is gone with the ruler.
  const removeRuler = () => {
    setRuler(undefined);
    region.current?.focus();
  };

  const run = (command: Command) => {
    if (command.do === 'zoom') zoomBy(command.by);
    else if (command.do === 'slice') go(state.index + command.by);
    else if (command.do === 'pan') stage?.panBy([command.x * STEP.pan, command.y * STEP.pan]);
    else if (command.do === 'tool') choose(command.tool);
    else if (command.do === 'reset') stage?.reset();
    else setHelp(true);
  };
  const keyDown = (event: KeyboardEvent) => {
    // A slider keeps its arrow keys.
    if (event.target instanceof HTMLInputElement && event.key.startsWith('Arrow')) return;
    const command = commandOf(event);
    if (!command) return;
    event.preventDefault();
    run(command);
  };

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

  const place = t('dicom.slice', { place: state.index + 1, count });
  const lines =
    shown &&
    state.shown !== undefined &&
    pictureInfo(
      shown,
      {
        zoom: state.zoom,
        place: state.shown + 1,
        count,
        flat: state.flat === true,
        ...(state.window ? { window: state.window } : {}),
      },
      locale,
      (key, values) => t(key, { ...values }),
    );
  const ruler = shown && rulers[shown.imageId];
  const visible = shown !== undefined && state.problem === undefined;

  return (
    <div className={css.stack} onKeyDown={keyDown}>
      <div className={css.tools} role="group" aria-label={t('dicom.tools')}>
        {TOOLS.filter((one) => one.tool !== 'scroll' || count > 1).map((one) => (
          <button
            key={one.tool}
            type="button"
            className={css.tool}
            aria-pressed={tool === one.tool}
            onClick={() => choose(one.tool)}
          >
            <Icon of={one.icon} size={20} />
            <span>{t(`dicom.${one.tool}`)}</span>
          </button>
        ))}
        <button type="button" className={css.tool} onClick={() => stage?.reset()}>
          <Icon of={IconResetView} size={20} />
          <span>{t('dicom.reset')}</span>
        </button>
        <button type="button" className={css.tool} aria-pressed={info} onClick={() => setInfo(!info)}>
          <Icon of={IconInfo} size={20} />
          <span>{t('dicom.info')}</span>
        </button>
        <button type="button" className={css.tool} onClick={() => setHelp(true)}>
          <Icon of={IconHelp} size={20} />
          <span>{t('dicom.help')}</span>
        </button>
      </div>

      {shown && namesDiffer(shown.patientName, viewed?.name) && (
        <div className={css.mismatch}>
          <Notice type="warning" announce="alert" title={t('dicom.otherName')}>
            {t('dicom.otherName.body', { inFile: shown.patientName ?? '', viewed: viewed?.name ?? '' })}
          </Notice>
        </div>
      )}

      <div
        ref={region}
        className={css.stage}
        role="application"
        tabIndex={0}
        aria-label={t('dicom.region', { place })}
        data-color-mode="dark"
      >
        <div ref={surface} className={classNames(css.surface, css[tool])} data-testid="dicom-surface">
          <div
            ref={canvas}
            className={classNames(css.canvas, !visible && css.hidden)}
            data-shown={visible ? state.shown : undefined}
            data-zoom={state.zoom.toFixed(2)}
          />
          {visible && ruler && stage && (
            <RulerView ruler={ruler} slice={shown} stage={stage} onChange={setRuler} onRemove={removeRuler} />
          )}
        </div>
        {info && visible && lines && (
          <>
            <ul className={css.fileInfo} aria-label={t('dicom.info.fromFile')}>
              {lines.file.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
            <ul className={css.drawingInfo}>
              {lines.drawing.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          </>
        )}
        {state.problem && (
          <div className={css.brokenSlice} role="alert">
            <Icon of={IconError} />
            <p>
              <strong>
                {place}: {t('dicom.loadError')}
              </strong>
            </p>
            <p>{t(`viewer.problem.${state.problem}`)}</p>
            {count > 1 && <p>{t('dicom.otherSlices')}</p>}
          </div>
        )}
        {!visible && !state.problem && (
          <p className={css.brokenSlice} role="status">
            {t('dicom.drawing')}
          </p>
        )}
        {hint && (
          <p className={css.hint} role="status">
            {t(`dicom.hint.${hint}`)}
          </p>
        )}
      </div>

      <ToolOptions
        tool={tool}
        hasRuler={ruler !== undefined}
        colour={shown?.colour ?? false}
        onPan={(x, y) => stage?.panBy([x * STEP.pan, y * STEP.pan])}
        onAdjust={(contrast, brightness) =>
          stage?.adjust({ contrast: contrast * STEP.window, brightness: brightness * STEP.window })
        }
        onAddRuler={() => {
          const fresh = stage && middleRuler(stage);
          if (fresh) setRuler(fresh);
        }}
        onRemoveRuler={removeRuler}
      />

      <div className={css.foot}>
        <IconButton icon={IconZoomOut} label={t('dicom.zoomOut')} onClick={() => zoomBy(-1)} />
        <IconButton icon={IconZoomIn} label={t('dicom.zoomIn')} onClick={() => zoomBy(1)} />
        {count > 1 && (
          <div className={css.slices}>
            <IconButton
              icon={IconPrevious}
              label={t('dicom.previousSlice')}
              disabled={state.index === 0}
              onClick={() => go(state.index - 1)}
            />
            <input
              type="range"
              min={1}
              max={count}
              step={1}
              value={state.index + 1}
              className={css.slider}
              aria-label={t('dicom.sliceSlider')}
              aria-valuetext={place}
              onChange={(event) => go(Number(event.target.value) - 1)}
            />
            <IconButton
              icon={IconForward}
              label={t('dicom.nextSlice')}
              disabled={state.index === count - 1}
              onClick={() => go(state.index + 1)}
            />
          </div>
        )}
        <p className={frame.place} aria-live="polite">
          {place}
        </p>
        {reportId !== undefined && picture !== undefined && isOffered(picture.slice) && (
          <Button dense onClick={() => setReading(true)}>
            {t('dicom.requestAi')}
          </Button>
        )}
      </div>
      <p className={classNames(frame.note, css.note)}>{t('viewer.note')}</p>
      <ViewerHelp open={help} onClose={() => setHelp(false)} />
      {isReading && reportId !== undefined && picture !== undefined && (
        <ReadingDialog reportId={reportId} picture={readPicture(picture)} onClose={() => setReading(false)} />
      )}
    </div>
  );
}

interface ToolOptionsProps {
  readonly tool: Tool;
  readonly hasRuler: boolean;
  readonly colour: boolean;
  readonly onPan: (x: number, y: number) => void;
  readonly onAdjust: (contrast: number, brightness: number) => void;
  readonly onAddRuler: () => void;
  readonly onRemoveRuler: () => void;
}

/** Buttons for what the chosen tool does by dragging. */
function ToolOptions({ tool, hasRuler, colour, onPan, onAdjust, onAddRuler, onRemoveRuler }: ToolOptionsProps) {
  const { t } = useTranslation();
  if (tool === 'scroll') return null;
  if (tool === 'draw') {
    return (
      <div className={css.options} role="group" aria-label={t('dicom.ruler')}>
        <Button dense icon={IconAdd} onClick={onAddRuler}>
          {t('dicom.ruler.add')}
        </Button>
        {hasRuler && (
          <Button dense icon={IconDelete} onClick={onRemoveRuler}>
            {t('dicom.ruler.remove')}
          </Button>
        )}
      </div>
    );
  }
  if (tool === 'windowLevel') {
    if (colour) return <p className={css.options}>{t('dicom.colourWindow')}</p>;
    return (
      <div className={css.options} role="group" aria-label={t('dicom.windowLevel')}>
        <Button dense onClick={() => onAdjust(0, 1)}>
          {t('dicom.brighter')}
        </Button>
        <Button dense onClick={() => onAdjust(0, -1)}>
          {t('dicom.darker')}
        </Button>
        <Button dense onClick={() => onAdjust(1, 0)}>
          {t('dicom.moreContrast')}
        </Button>
        <Button dense onClick={() => onAdjust(-1, 0)}>
          {t('dicom.lessContrast')}
        </Button>
      </div>
    );
  }
  return (
    <div className={css.options} role="group" aria-label={t('dicom.move')}>
      <Button dense onClick={() => onPan(-1, 0)}>
        {t('dicom.left')}
      </Button>
      <Button dense onClick={() => onPan(1, 0)}>
        {t('dicom.right')}
      </Button>
      <Button dense onClick={() => onPan(0, -1)}>
        {t('dicom.up')}
      </Button>
      <Button dense onClick={() => onPan(0, 1)}>
        {t('dicom.down')}
      </Button>
    </div>
  );
}

type Picture = Extract<Entry, { readonly slice: Slice }>;

function entryAt(study: Study, index: number | undefined): Picture | undefined {
  const entry = index === undefined ? undefined : study.entries[index];
  return entry && 'slice' in entry ? entry : undefined;
}

/** What a reading needs to know of a picture. */
function readPicture({ address, slice: { rows, columns, modality, view } }: Picture): ReadPicture {
  return {
    address,
    rows,
    columns,
    ...(modality === undefined ? {} : { modality }),
    ...(view === undefined ? {} : { view }),
  };
}

/** A ruler over the middle of what is seen, to be moved by its ends. */
function middleRuler(stage: Stage): Ruler | undefined {
  const [width, height] = stage.size();
  const from = stage.toPicture([width * 0.35, height / 2]);
  const to = stage.toPicture([width * 0.65, height / 2]);
  return from && to && { from, to };
}
