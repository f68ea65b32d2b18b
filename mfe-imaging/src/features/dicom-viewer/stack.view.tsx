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
  type IconShape,
  IconZoomIn,
  IconZoomOut,
} from '@phr/ui/icons';
import { Notice } from '@phr/ui/notice';
import { useUi } from '@phr/ui/ui-text';
import { usePatient } from '@phr/module-kit/host';
import { lazyView } from '@phr/module-kit/lazy-view';
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import frame from '../../files/viewer-frame.module.css';
import css from './dicom-viewer.module.css';
import type { LoadProblem } from '../../files/load-problem.ts';
import type { ReadPicture } from '../reading/reading-dialog.view.tsx';
import { isOffered } from '../reading/reading.model.ts';
import { pictureInfo } from './picture-info.model.ts';
import { namesDiffer } from './person-name.model.ts';
import type { Ruler } from './ruler.model.ts';
import { RulerView } from './ruler.view.tsx';
import type { Stage } from './stage.port.ts';
import type { Study } from './study.entity.ts';
import { type Command, commandOf, STEP, type Tool, TOOLS } from './tools.port.ts';
import { type Picture, type Stack, useStack } from './use-stack.ts';
import { useStackGestures } from './use-stack-gestures.ts';
import type { Drawing } from './use-study.ts';
import { useTool } from './use-tool.ts';
import { ViewField } from './view-field.view.tsx';
import { ViewerHelp } from './viewer-help.view.tsx';

const ReadingDialog = lazyView(async () => (await import('../reading/reading-dialog.view.tsx')).ReadingDialog);

interface StackViewProps {
  /** Report of the pictures; absent behind a facility's QR code, whose pictures may not be sent for reading. */
  readonly reportId?: string;
  readonly study: Study;
  readonly drawing: Drawing;
}

/** A stack of pictures with tools. */
export function StackView({ reportId, study, drawing }: StackViewProps) {
  const { t } = useTranslation();
  const canvas = useRef<HTMLDivElement>(null);
  const surface = useRef<HTMLDivElement>(null);
  const region = useRef<HTMLDivElement>(null);
  const [help, setHelp] = useState(false);
  const [info, setInfo] = useState(true);
  const [isReading, setReading] = useState(false);
  const [stage, setStage] = useState<Stage>();
  const stack = useStack(stage, study);
  const { state, count, picture, shown, setRuler } = stack;
  useEffect(() => {
    if (!canvas.current) return undefined;
    const opened = drawing.openStage(canvas.current, study.entries);
    void opened.show(0);
    // the stage needs its element, which exists only now
    setStage(opened);
    return () => {
      opened.close();
      setStage(undefined);
    };
  }, [study, drawing]);

  const { tool, hint, choose } = useTool();
  useStackGestures(surface, stack, tool);

  // focus was on the removed ruler
  const removeRuler = () => {
    setRuler(undefined);
    region.current?.focus();
  };

  const keyDown = (event: KeyboardEvent) => {
    // sliders keep their arrow keys
    if (event.target instanceof HTMLInputElement && event.key.startsWith('Arrow')) return;
    const command = commandOf(event);
    if (!command) return;
    event.preventDefault();
    run(command, stack, { choose, help: () => setHelp(true) });
  };
  const place = t('dicom.slice', { place: state.index + 1, count });

  return (
    <div className={css.stack} onKeyDown={keyDown}>
      <ToolBar tool={tool} isStack={count > 1} onChoose={choose}>
        <ToolButton icon={IconResetView} words={t('dicom.reset')} onClick={() => stage?.reset()} />
        <ToolButton icon={IconInfo} words={t('dicom.info')} pressed={info} onClick={() => setInfo(!info)} />
        <ToolButton icon={IconHelp} words={t('dicom.help')} onClick={() => setHelp(true)} />
      </ToolBar>

      {shown && <OtherName inFile={shown.patientName} />}

      <div
        ref={region}
        className={css.stage}
        role="application"
        tabIndex={0}
        aria-label={t('dicom.region', { place })}
        data-color-mode="dark"
      >
        <Surface surface={surface} canvas={canvas} tool={tool} stack={stack} onRemoveRuler={removeRuler} />
        <OverPicture stack={stack} place={place} hint={hint} hasInfo={info} />
      </div>

      <OptionsOfTool tool={tool} stack={stack} onRemoveRuler={removeRuler} />

      <Foot stack={stack} place={place}>
        {reportId !== undefined && picture !== undefined && isOffered(picture.slice) && (
          <Button dense onClick={() => setReading(true)}>
            {t('dicom.requestAi')}
          </Button>
        )}
      </Foot>
      <p className={classNames(frame.note, css.note)}>{t('viewer.note')}</p>
      <ViewerHelp open={help} onClose={() => setHelp(false)} />
      {isReading && reportId !== undefined && picture !== undefined && (
        <ReadingDialog reportId={reportId} picture={readPicture(picture)} onClose={() => setReading(false)} />
      )}
    </div>
  );
}

const isVisible = ({ shown, state }: Stack): boolean => shown !== undefined && state.problem === undefined;

interface SurfaceProps {
  readonly surface: RefObject<HTMLDivElement | null>;
  readonly canvas: RefObject<HTMLDivElement | null>;
  readonly tool: Tool;
  readonly stack: Stack;
  readonly onRemoveRuler: () => void;
}

/** Drawing and gesture surface, with the ruler on top. */
function Surface({ surface, canvas, tool, stack, onRemoveRuler }: SurfaceProps) {
  const { stage, state, shown, ruler, setRuler } = stack;
  const visible = isVisible(stack);
  return (
    <div ref={surface} className={classNames(css.surface, css[tool])} data-testid="dicom-surface">
      <div
        ref={canvas}
        className={classNames(css.canvas, !visible && css.hidden)}
        data-shown={visible ? state.shown : undefined}
        data-zoom={state.zoom.toFixed(2)}
      />
      {visible && shown && ruler && stage && (
        <RulerView ruler={ruler} slice={shown} stage={stage} onChange={setRuler} onRemove={onRemoveRuler} />
      )}
    </div>
  );
}

interface OverPictureProps {
  readonly stack: Stack;
  readonly place: string;
  readonly hint: Tool | undefined;
  readonly hasInfo: boolean;
}

/** Text over the picture, or in its place. */
function OverPicture({ stack, place, hint, hasInfo }: OverPictureProps) {
  const { t } = useTranslation();
  const { state, count } = stack;
  const visible = isVisible(stack);
  return (
    <>
      {hasInfo && visible && <PictureInfo stack={stack} />}
      {state.problem && <BrokenSlice place={place} problem={state.problem} hasOthers={count > 1} />}
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
    </>
  );
}

interface Elsewhere {
  readonly choose: (tool: Tool) => void;
  readonly help: () => void;
}

/** Executes a key's command. */
function run(command: Command, { stage, state, go, zoomBy }: Stack, { choose, help }: Elsewhere): void {
  if (command.do === 'zoom') zoomBy(command.by);
  else if (command.do === 'slice') go(state.index + command.by);
  else if (command.do === 'pan') stage?.panBy([command.x * STEP.pan, command.y * STEP.pan]);
  else if (command.do === 'tool') choose(command.tool);
  else if (command.do === 'reset') stage?.reset();
  else help();
}

interface ToolBarProps {
  readonly tool: Tool;
  /** Several pictures, which can be scrolled. */
  readonly isStack: boolean;
  readonly onChoose: (tool: Tool) => void;
  readonly children: ReactNode;
}

/** Selects the drag tool, with actions beside it. */
function ToolBar({ tool, isStack, onChoose, children }: ToolBarProps) {
  const { t } = useTranslation();
  return (
    <div className={css.tools} role="group" aria-label={t('dicom.tools')}>
      {TOOLS.filter((one) => one.tool !== 'scroll' || isStack).map((one) => (
        <ToolButton
          key={one.tool}
          icon={one.icon}
          words={t(`dicom.${one.tool}`)}
          pressed={tool === one.tool}
          onClick={() => onChoose(one.tool)}
        />
      ))}
      {children}
    </div>
  );
}

interface ToolButtonProps {
  readonly icon: IconShape;
  readonly words: string;
  readonly pressed?: boolean;
  readonly onClick: () => void;
}

function ToolButton({ icon, words, pressed, onClick }: ToolButtonProps) {
  return (
    <button type="button" className={css.tool} aria-pressed={pressed} onClick={onClick}>
      <Icon of={icon} size={20} />
      <span>{words}</span>
    </button>
  );
}

/** Warns if the file names someone other than the person on screen. */
function OtherName({ inFile }: { readonly inFile: string | undefined }) {
  const { t } = useTranslation();
  const { viewed } = usePatient();
  if (!namesDiffer(inFile, viewed?.name)) return null;
  return (
    <div className={css.mismatch}>
      <Notice type="warning" announce="alert" title={t('dicom.otherName')}>
        {t('dicom.otherName.body', { inFile: inFile ?? '', viewed: viewed?.name ?? '' })}
      </Notice>
    </div>
  );
}

/** The file's data about the picture, and its rendering. */
function PictureInfo({ stack: { shown, state, count } }: { readonly stack: Stack }) {
  const { t } = useTranslation();
  const { locale } = useUi();
  if (shown === undefined || state.shown === undefined) return null;
  const lines = pictureInfo(
    shown,
    {
      zoom: state.zoom,
      place: state.shown + 1,
      count,
      flat: state.flat === true,
      ...(state.window ? { window: state.window } : {}),
      ...(state.notes && !shown.colour ? { notes: state.notes } : {}),
    },
    locale,
    (key, values) => t(key, { ...values }),
  );
  return (
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
  );
}

interface BrokenSliceProps {
  readonly place: string;
  readonly problem: LoadProblem;
  readonly hasOthers: boolean;
}

/** Why a picture of the stack cannot be shown. */
function BrokenSlice({ place, problem, hasOthers }: BrokenSliceProps) {
  const { t } = useTranslation();
  return (
    <div className={css.brokenSlice} role="alert">
      <Icon of={IconError} />
      <p>
        <strong>
          {place}: {t('dicom.loadError')}
        </strong>
      </p>
      <p>{t(`viewer.problem.${problem}`)}</p>
      {hasOthers && <p>{t('dicom.otherSlices')}</p>}
    </div>
  );
}

interface FootProps {
  readonly stack: Stack;
  readonly place: string;
  readonly children: ReactNode;
}

/** Zoom, navigation and position. */
function Foot({ stack: { state, count, go, zoomBy }, place, children }: FootProps) {
  const { t } = useTranslation();
  return (
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
      {children}
    </div>
  );
}

interface OptionsOfToolProps {
  readonly tool: Tool;
  readonly stack: Stack;
  readonly onRemoveRuler: () => void;
}

/** Buttons equivalent to dragging with the chosen tool. */
function OptionsOfTool({ tool, stack, onRemoveRuler }: OptionsOfToolProps) {
  const { stage, shown, ruler, setRuler } = stack;
  return (
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
      onRemoveRuler={onRemoveRuler}
      views={shown && <ViewField stack={stack} slice={shown} />}
    />
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
  /** The views of the file, to be chosen from. */
  readonly views: ReactNode;
}

/** Buttons equivalent to dragging with the chosen tool. */
function ToolOptions({ tool, hasRuler, colour, onPan, onAdjust, onAddRuler, onRemoveRuler, views }: ToolOptionsProps) {
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
        {views}
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

/** Data about a picture needed to request a reading. */
function readPicture({ address, slice: { rows, columns, modality, view } }: Picture): ReadPicture {
  return {
    address,
    rows,
    columns,
    ...(modality === undefined ? {} : { modality }),
    ...(view === undefined ? {} : { view }),
  };
}

/** A ruler across the middle of the visible area. */
function middleRuler(stage: Stage): Ruler | undefined {
  const [width, height] = stage.size();
  const from = stage.toPicture([width * 0.35, height / 2]);
  const to = stage.toPicture([width * 0.65, height / 2]);
  return from && to && { from, to };
}
