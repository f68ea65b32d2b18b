import { AppError, isAppError } from '@phr/contract/app-error';
import { useHost, usePatient } from '@phr/module-kit/host';
import { Button } from '@phr/ui/button';
import { classNames } from '@phr/ui/class-names';
import { Dialog } from '@phr/ui/dialog';
import { IconButton } from '@phr/ui/icon-button';
import {
  IconDownload,
  IconForward,
  IconInfo,
  IconPrevious,
  IconResetView,
  IconZoomIn,
  IconZoomOut,
} from '@phr/ui/icons';
import { LoadingRegion } from '@phr/ui/loading-region';
import { Notice } from '@phr/ui/notice';
import { Skeleton } from '@phr/ui/skeleton';
import { useUiText } from '@phr/ui/ui-text';
import { useQuery } from '@tanstack/react-query';
import { type CSSProperties, type KeyboardEvent, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { Failure } from '../../files/failure.view.tsx';
import { FINAL, LoadError, problemOf } from '../../files/load-problem.ts';
import { type FileSource, fileSourceOf, isOpenTo } from '../../files/source.ts';
import frame from '../../files/viewer-frame.module.css';
import { ViewerFrame } from '../../files/viewer-frame.view.tsx';
import { zoomed } from '../../files/zoom.ts';
import { useGestures } from '../../gestures/use-gestures.ts';
import { openPictures, type Pictures } from './image-viewer.api.ts';
import { FADE_MS, REPOSITION_MS, PAN_STEP, squareSize, swipeTurn, within, ZOOM } from './image-viewer.model.ts';
import css from './image-viewer.module.css';
import { type PictureState, usePicture } from './use-picture.ts';

/** The screen `/image-viewer?diagnosticReportId=&qr=&id=&name=`. */
export function ImageViewer({ headingLevel }: { readonly headingLevel: number }) {
  const { t } = useTranslation();
  const { viewed } = usePatient();
  const [params] = useSearchParams();
  const source = fileSourceOf(params);
  return (
    <ViewerFrame screen="image-viewer" name={params.get('name')} headingLevel={headingLevel}>
      {source && isOpenTo(viewed, source) ? (
        <Loaded
          key={JSON.stringify([viewed?.id, source])}
          patientId={viewed?.id ?? ''}
          source={source}
          name={params.get('name') ?? t('screen.image-viewer')}
        />
      ) : (
        <Failure problem="missing" title={t('viewer.fileNotFound')} />
      )}
    </ViewerFrame>
  );
}

interface LoadedProps {
  readonly patientId: string;
  readonly source: FileSource;
  readonly name: string;
}

function Loaded({ patientId, source, name }: LoadedProps) {
  const host = useHost();
  const { t } = useTranslation();
  // Signed addresses end soon: they are asked for anew, never kept.
  const pictures = useQuery({
    queryKey: ['pictures', patientId, source],
    queryFn: ({ signal }) => openPictures(host.request, patientId, source, signal),
    retry: false,
    gcTime: 0,
  });
  const failed = pictures.error ? problemOf(pictures.error) : undefined;
  useEffect(() => {
    if (failed) host.notify.show({ type: 'error', title: t('image.loadError') });
  }, [host, failed, t]);

  if (pictures.data) return <Gallery pictures={pictures.data} name={name} onRenew={() => void pictures.refetch()} />;
  if (failed) {
    const said = serverMessage(pictures.error);
    return (
      <>
        <Failure problem={failed} title={t('image.loadError')} onRetry={() => void pictures.refetch()} />
        {said && <p className={css.waiting}>{t('image.serverSaid', { message: said })}</p>}
      </>
    );
  }
  return (
    <LoadingRegion thing={t('image.thing')}>
      <div className={css.waiting}>
        <Skeleton height={280} />
      </div>
    </LoadingRegion>
  );
}

/** What the server itself said, for a person who calls for help; nothing where it was not reached or had no words. */
function serverMessage(error: unknown): string | undefined {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause)
    if (isAppError(cause)) return wordsOf(cause);
  return error instanceof LoadError && error.problem === 'server' && error.cause instanceof Error
    ? error.cause.message
    : undefined;
}

function wordsOf({ httpStatus = 0, detail, message }: AppError): string | undefined {
  const said = typeof detail === 'string' ? detail : detail?.message;
  return httpStatus === 0 ? undefined : (said ?? (message === new AppError().message ? undefined : message));
}

interface GalleryProps {
  readonly pictures: Pictures;
  readonly name: string;
  readonly onRenew: () => void;
}

/** The pictures, one at a time: swiped, enlarged and moved. */
function Gallery({ pictures, name, onRenew }: GalleryProps) {
  const { t } = useTranslation();
  const uiText = useUiText();
  const host = useHost();
  const count = pictures.files.length;
  const [index, setIndex] = useState(0);
  const [zoom, setZoom] = useState(1);
  const [offset, setOffset] = useState<readonly [number, number]>([0, 0]);
  const [dragging, setDragging] = useState(false);
  const [info, setInfo] = useState(false);
  /** Address of a picture that the browser could not read. */
  const [broken, setBroken] = useState<string>();
  const region = useRef<HTMLDivElement>(null);
  const drag = useRef<{ readonly since: number; distance: number }>(undefined);
  const size = useSquare();
  const loaded = usePicture(pictures.files[index]);
  const picture: PictureState =
    loaded.phase === 'ready' && loaded.address === broken
      ? { phase: 'failed', problem: loaded.file.unreadable }
      : loaded;
  const place = t('image.gallery', { place: index + 1, count });

  const resetView = () => {
    setZoom(1);
    setOffset([0, 0]);
  };
  const go = (next: number) => {
    if (next >= 0 && next < count) {
      setIndex(next);
      resetView();
    }
  };
  const zoomTo = (next: number) => {
    setZoom(next);
    setOffset(([x, y]) => [within(x, next, size), within(y, next, size)]);
  };
  const zoomBy = (steps: number) => zoomTo(zoomed(zoom, steps, ZOOM));

  const panBy = (dx: number, dy: number) =>
    setOffset(([x, y]) => [within(x + dx, zoom, size), within(y + dy, zoom, size)]);

  useGestures(region, {
    gesture(gesture) {
      if (gesture.kind === 'drag') {
        drag.current ??= { since: performance.now(), distance: 0 };
        drag.current.distance = gesture.at[0] - gesture.start[0];
        setDragging(true);
        if (zoom > 1) panBy(...gesture.delta);
        else setOffset([drag.current.distance, 0]);
      } else if (gesture.kind === 'pinch') zoomTo(zoomed(zoom * gesture.factor, 0, ZOOM));
      else {
        const swipe = drag.current;
        drag.current = undefined;
        setDragging(false);
        if (zoom > 1) return;
        setOffset([0, 0]);
        if (swipe && gesture.kind === 'end')
          go(index + swipeTurn({ distance: swipe.distance, duration: performance.now() - swipe.since, width: size }));
      }
    },
    wheel: (turns) => zoomBy(-Math.sign(turns)),
  });

  const keyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    // An enlarged picture is moved, as fingers do.
    const arrows: Readonly<Record<string, () => void>> =
      zoom > 1
        ? {
            ArrowLeft: () => panBy(PAN_STEP, 0),
            ArrowRight: () => panBy(-PAN_STEP, 0),
            ArrowUp: () => panBy(0, PAN_STEP),
            ArrowDown: () => panBy(0, -PAN_STEP),
          }
        : { ArrowLeft: () => go(index - 1), ArrowRight: () => go(index + 1) };
    const does: Readonly<Record<string, () => void>> = {
      ...arrows,
      Home: () => go(0),
      End: () => go(count - 1),
      '+': () => zoomBy(1),
      '=': () => zoomBy(1),
      '-': () => zoomBy(-1),
      '0': resetView,
    };
    const act = does[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };
  const showInfo = () => {
    if (pictures.conclusion) setInfo(true);
    else host.notify.show({ type: 'info', title: t('viewer.notSupported') });
  };
  const times = { '--fade': `${FADE_MS}ms`, '--reposition': `${REPOSITION_MS}ms` } as CSSProperties;

  return (
    <>
      <div
        ref={region}
        className={css.gallery}
        role="application"
        tabIndex={0}
        aria-label={place}
        onKeyDown={keyDown}
        style={times}
        data-color-mode="dark"
        data-testid="gallery"
        data-zoom={zoom.toFixed(1)}
      >
        <div key={index} className={css.square} style={{ inlineSize: size, blockSize: size }}>
          {picture.phase === 'ready' && (
            <img
              className={classNames(css.picture, !dragging && css.settling)}
              src={picture.address}
              alt={t('image.alt', { name, place: index + 1, count })}
              draggable={false}
              style={{ transform: `translate(${offset[0]}px, ${offset[1]}px) scale(${zoom})` }}
              onError={() => setBroken(picture.address)}
            />
          )}
          {picture.phase === 'loading' && (
            <p className={css.empty} role="status">
              {uiText('load.thing', { thing: t('image.thing') })}
            </p>
          )}
          {picture.phase === 'failed' && (
            <Notice
              type="error"
              announce="alert"
              title={t('image.loadError')}
              action={
                FINAL.has(picture.problem) ? undefined : (
                  <Button dense onClick={onRenew}>
                    {t('common.retry')}
                  </Button>
                )
              }
            >
              <p>{t(`viewer.problem.${picture.problem}`)}</p>
            </Notice>
          )}
        </div>
      </div>
      {picture.phase === 'ready' && picture.file.cut && (
        <div className={css.cut}>
          <Notice type="warning" announce="status">
            {t('viewer.problem.cut')}
          </Notice>
        </div>
      )}
      <div className={css.foot} role="group" aria-label={t('viewer.tools')}>
        {count > 1 && (
          <IconButton
            icon={IconPrevious}
            label={t('image.previous')}
            disabled={index === 0}
            onClick={() => go(index - 1)}
          />
        )}
        <p className={frame.place} aria-live="polite">
          {place}
        </p>
        {count > 1 && (
          <IconButton
            icon={IconForward}
            label={t('image.next')}
            disabled={index === count - 1}
            onClick={() => go(index + 1)}
          />
        )}
        <IconButton icon={IconZoomOut} label={t('dicom.zoomOut')} disabled={zoom <= 1} onClick={() => zoomBy(-1)} />
        <IconButton icon={IconZoomIn} label={t('dicom.zoomIn')} onClick={() => zoomBy(1)} />
        <IconButton icon={IconResetView} label={t('dicom.reset')} onClick={resetView} />
        <IconButton icon={IconInfo} label={t('dicom.info')} onClick={showInfo} />
        <IconButton
          icon={IconDownload}
          label={t('viewer.download')}
          onClick={() => host.notify.show({ type: 'info', title: t('viewer.notSupported') })}
        />
      </div>
      <p className={frame.note}>{t('viewer.note')}</p>
      <Dialog open={info} title={t('image.conclusion')} onClose={() => setInfo(false)}>
        <p>{pictures.conclusion}</p>
      </Dialog>
    </>
  );
}

/** Side of the square for the window as it is now. */
function useSquare(): number {
  return useSyncExternalStore(
    (changed) => {
      addEventListener('resize', changed);
      return () => removeEventListener('resize', changed);
    },
    () => squareSize(innerWidth, innerHeight),
  );
}
