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
import { type CSSProperties, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { Failure } from '../../files/failure.view.tsx';
import { FINAL, LoadError, problemOf } from '../../files/load-problem.ts';
import { type FileSource, fileSourceOf, isOpenTo } from '../../files/source.ts';
import frame from '../../files/viewer-frame.module.css';
import { ViewerFrame } from '../../files/viewer-frame.view.tsx';
import { openPictures, type Pictures } from './image-viewer.api.ts';
import { FADE_MS, REPOSITION_MS, PAN_STEP } from './image-viewer.model.ts';
import css from './image-viewer.module.css';
import { type GalleryControl, useGallery, useGalleryGestures } from './use-gallery.ts';
import { type PictureState, usePicture } from './use-picture.ts';

/** The screen `/image-viewer?diagnosticReportId=&qr=&id=&name=&url=`. */
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
  // signed URLs expire soon: always request new ones
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
        <Skeleton height={280} shape="plain" />
      </div>
    </LoadingRegion>
  );
}

/** The server's own message, for support; undefined if unreachable or empty. */
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

/** One picture at a time: swipe, zoom and pan. */
function Gallery({ pictures, name, onRenew }: GalleryProps) {
  const { t } = useTranslation();
  const host = useHost();
  const count = pictures.files.length;
  const gallery = useGallery(count);
  const { index, zoom, size } = gallery;
  const [info, setInfo] = useState(false);
  /** URL of a picture the browser could not decode. */
  const [broken, setBroken] = useState<string>();
  const region = useRef<HTMLDivElement>(null);
  const loaded = usePicture(pictures.files[index]);
  const picture: PictureState =
    loaded.phase === 'ready' && loaded.address === broken
      ? { phase: 'failed', problem: loaded.file.unreadable }
      : loaded;
  const place = t('image.gallery', { place: index + 1, count });

  useGalleryGestures(region, gallery);
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
        onKeyDown={(event) => keyDown(event, gallery, count)}
        style={times}
        data-color-mode="dark"
        data-testid="gallery"
        data-zoom={zoom.toFixed(1)}
      >
        <div key={index} className={css.square} style={{ inlineSize: size, blockSize: size }}>
          <Shown
            picture={picture}
            gallery={gallery}
            alt={t('image.alt', { name, place: index + 1, count })}
            onBroken={setBroken}
            onRenew={onRenew}
          />
        </div>
      </div>
      {picture.phase === 'ready' && picture.file.cut && (
        <div className={css.cut}>
          <Notice type="warning" announce="status">
            {t('viewer.problem.cut')}
          </Notice>
        </div>
      )}
      <Foot gallery={gallery} count={count} place={place} onInfo={showInfo} />
      <p className={frame.note}>{t('viewer.note')}</p>
      <Dialog open={info} title={t('image.conclusion')} onClose={() => setInfo(false)}>
        <p>{pictures.conclusion}</p>
      </Dialog>
    </>
  );
}

interface FootProps {
  readonly gallery: GalleryControl;
  readonly count: number;
  readonly place: string;
  readonly onInfo: () => void;
}

/** Navigation, zoom, and the report's text. */
function Foot({ gallery: { index, zoom, go, zoomBy, resetView }, count, place, onInfo }: FootProps) {
  const { t } = useTranslation();
  const host = useHost();
  return (
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
      <IconButton icon={IconInfo} label={t('dicom.info')} onClick={onInfo} />
      <IconButton
        icon={IconDownload}
        label={t('viewer.download')}
        onClick={() => host.notify.show({ type: 'info', title: t('viewer.notSupported') })}
      />
    </div>
  );
}

interface ShownProps {
  readonly picture: PictureState;
  readonly gallery: GalleryControl;
  readonly alt: string;
  /** Called with the URL of a picture the browser cannot decode. */
  readonly onBroken: (address: string) => void;
  readonly onRenew: () => void;
}

/** The picture, its loading state, or why it is not shown. */
function Shown({ picture, gallery: { dragging, offset, zoom }, alt, onBroken, onRenew }: ShownProps) {
  const { t } = useTranslation();
  const uiText = useUiText();
  return (
    <>
      {picture.phase === 'ready' && (
        <img
          className={classNames(css.picture, !dragging && css.settling)}
          src={picture.address}
          alt={alt}
          draggable={false}
          style={{ transform: `translate(${offset[0]}px, ${offset[1]}px) scale(${zoom})` }}
          onError={() => onBroken(picture.address)}
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
    </>
  );
}

/** Executes a key's command. */
function keyDown(event: KeyboardEvent, { index, zoom, go, panBy, zoomBy, resetView }: GalleryControl, count: number) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  // arrow keys pan an enlarged picture
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
}
