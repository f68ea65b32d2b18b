import { useHost, usePatient } from '@phr/module-kit/host';
import { Button } from '@phr/ui/button';
import { IconButton } from '@phr/ui/icon-button';
import {
  IconDownload,
  IconForward,
  IconInfo,
  IconPrevious,
  IconResetView,
  IconSearch,
  IconZoomIn,
  IconZoomOut,
} from '@phr/ui/icons';
import { LoadingRegion } from '@phr/ui/loading-region';
import { saveFile } from '@phr/module-kit/save-file';
import { SelectField } from '@phr/ui/select-field';
import { Skeleton } from '@phr/ui/skeleton';
import { TextField } from '@phr/ui/text-field';
import { type FormEvent, type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { Failure } from '../../files/failure.view.tsx';
import { ViewerFrame } from '../../files/viewer-frame.view.tsx';
import { zoomed } from '../../files/zoom.ts';
import type { OpenDocument } from './pdf-engine.port.ts';
import { PdfPage } from './pdf-page.view.tsx';
import { fileName, find, pageWidth, ZOOM } from './pdf-viewer.model.ts';
import css from './pdf-viewer.module.css';
import { isOpenTo } from '../../files/source.ts';
import { sourceOf, type Source } from './source.entity.ts';
import { usePdf } from './use-pdf.ts';

/** The screen `/pdf-viewer?diagnosticReportId=&qr=&id=&name=&url=`. */
export function PdfViewer({ headingLevel }: { readonly headingLevel: number }) {
  const { t } = useTranslation();
  const { viewed } = usePatient();
  const [params] = useSearchParams();
  const source = sourceOf(params);
  return (
    <ViewerFrame screen="pdf-viewer" name={params.get('name')} headingLevel={headingLevel}>
      {source && isOpenTo(viewed, source) ? (
        <Loaded
          key={JSON.stringify([viewed?.id, source])}
          patientId={viewed?.id ?? ''}
          source={source}
          name={params.get('name') ?? ''}
        />
      ) : (
        <Failure problem="missing" title={t('viewer.fileNotFound')} />
      )}
    </ViewerFrame>
  );
}

interface LoadedProps {
  readonly patientId: string;
  readonly source: Source;
  readonly name: string;
}

function Loaded({ patientId, source, name }: LoadedProps) {
  const host = useHost();
  const { t } = useTranslation();
  const control = usePdf(host, patientId, source);
  const { state } = control;
  const title = t(state.phase === 'failed' && state.problem === 'missing' ? 'viewer.fileNotFound' : 'dicom.loadError');
  const problem = state.phase === 'failed' ? state.problem : undefined;
  useEffect(() => {
    if (problem) host.notify.show({ type: 'error', title });
  }, [host, problem, title]);

  return (
    <>
      {control.count > 1 && (
        <div className={css.tools}>
          <SelectField
            label={t('viewer.document')}
            value={String(control.index)}
            onChange={(value) => control.choose(Number(value))}
            options={Array.from({ length: control.count }, (_, index) => ({
              value: String(index),
              label: t('viewer.documentOf', { place: index + 1, count: control.count }),
            }))}
          />
        </div>
      )}
      {state.phase === 'loading' && (
        <LoadingRegion thing={t('viewer.thing')} onRetry={control.retry}>
          <div className={css.waiting}>
            <Skeleton height={420} shape="plain" />
          </div>
        </LoadingRegion>
      )}
      {state.phase === 'password' && <Password wrong={state.wrong} onSubmit={control.usePassword} />}
      {state.phase === 'failed' && <Failure problem={state.problem} title={title} onRetry={control.retry} />}
      {state.phase === 'ready' && <Reader document={state.document} bytes={state.bytes} name={name} />}
    </>
  );
}

function Password({ wrong, onSubmit }: { readonly wrong: boolean; readonly onSubmit: (password: string) => void }) {
  const { t } = useTranslation();
  const [password, setPassword] = useState('');
  const field = useRef<HTMLInputElement>(null);
  // The field of the first try is gone, and the focus with it.
  useEffect(() => {
    if (wrong) field.current?.focus();
  }, [wrong]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (password) onSubmit(password);
  };
  return (
    <form className={css.password} onSubmit={submit}>
      <TextField
        ref={field}
        type="password"
        label={t('viewer.password')}
        hint={t('viewer.password.hint')}
        {...(wrong ? { error: t('viewer.password.wrong') } : {})}
        value={password}
        onChange={setPassword}
        autoComplete="off"
      />
      <Button type="submit" variant="primary">
        {t('viewer.password.open')}
      </Button>
    </form>
  );
}

interface ReaderProps {
  readonly document: OpenDocument;
  readonly bytes: ArrayBuffer;
  readonly name: string;
}

/** The pages, with zoom, search and the menu. */
function Reader({ document: pdf, bytes, name }: ReaderProps) {
  const { t } = useTranslation();
  const host = useHost();
  const pages = useRef<HTMLDivElement>(null);
  const [zoom, setZoom] = useState(1);
  const [available, setAvailable] = useState<number>();
  const search = useSearch(pdf, (page) =>
    pages.current?.querySelector(`[data-page="${page}"]`)?.scrollIntoView({ block: 'start' }),
  );

  useEffect(() => {
    const element = pages.current;
    if (!element) return undefined;
    const watch = new ResizeObserver(([entry]) => {
      if (entry) setAvailable(Math.floor(entry.contentRect.width));
    });
    watch.observe(element);
    return () => watch.disconnect();
  }, []);

  const zoomBy = (steps: number) => setZoom((now) => zoomed(now, steps, ZOOM));
  const keyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target instanceof HTMLInputElement) return;
    if (event.key === '+' || event.key === '=') zoomBy(1);
    else if (event.key === '-') zoomBy(-1);
    else if (event.key === '0') setZoom(1);
    else return;
    event.preventDefault();
  };
  const scaleOf = useMemo(() => {
    const width = available === undefined ? undefined : pageWidth(window.innerWidth, available);
    return (page: { readonly width: number }) => (width === undefined ? undefined : (width / page.width) * zoom);
  }, [available, zoom]);

  return (
    <>
      <div className={css.tools} role="group" aria-label={t('viewer.tools')}>
        <IconButton icon={IconZoomOut} label={t('dicom.zoomOut')} onClick={() => zoomBy(-1)} />
        <p className={css.zoom} role="status" aria-label={t('viewer.zoomIs', { percent: Math.round(zoom * 100) })}>
          {Math.round(zoom * 100)}%
        </p>
        <IconButton icon={IconZoomIn} label={t('dicom.zoomIn')} onClick={() => zoomBy(1)} />
        <IconButton icon={IconResetView} label={t('dicom.reset')} onClick={() => setZoom(1)} />
        <IconButton
          icon={IconInfo}
          label={t('dicom.info')}
          onClick={() => host.notify.show({ type: 'info', title: t('viewer.notSupported') })}
        />
        <IconButton
          icon={IconDownload}
          label={t('viewer.download')}
          onClick={() => saveFile(fileName(name), bytes, 'application/pdf')}
        />
        <SearchBox search={search} />
      </div>
      <div
        ref={pages}
        className={css.pages}
        role="region"
        tabIndex={0}
        aria-label={t('viewer.pages', { count: pdf.pages.length })}
        onKeyDown={keyDown}
      >
        <ol className={css.list}>
          {pdf.pages.map((page) => {
            const scale = scaleOf(page);
            return scale === undefined ? null : (
              <PdfPage key={page.number} page={page} scale={scale} query={search.query} />
            );
          })}
        </ol>
      </div>
    </>
  );
}

interface Search {
  readonly query: string;
  readonly hits: number;
  /** From 0. */
  readonly place: number;
  setQuery(query: string): void;
  go(by: number): void;
}

/** Words to be found, and the way from place to place. */
function SearchBox({ search }: { readonly search: Search }) {
  const { t } = useTranslation();
  return (
    <search className={css.search}>
      <input
        type="search"
        className={css.query}
        aria-label={t('viewer.find')}
        placeholder={t('viewer.find')}
        value={search.query}
        onChange={(event) => search.setQuery(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            event.preventDefault();
            search.go(event.shiftKey ? -1 : 1);
          }
        }}
      />
      {search.query.trim() === '' ? (
        <IconButton icon={IconSearch} label={t('viewer.find')} disabled />
      ) : (
        <>
          <p className={css.count} role="status">
            {search.hits === 0
              ? t('viewer.find.none')
              : t('viewer.find.of', { place: search.place + 1, count: search.hits })}
          </p>
          <IconButton
            icon={IconPrevious}
            label={t('viewer.find.previous')}
            disabled={search.hits === 0}
            onClick={() => search.go(-1)}
          />
          <IconButton
            icon={IconForward}
            label={t('viewer.find.next')}
            disabled={search.hits === 0}
            onClick={() => search.go(1)}
          />
        </>
      )}
    </search>
  );
}

/** Finds words in the whole document and turns to their pages. */
function useSearch(pdf: OpenDocument, turnTo: (page: number) => void): Search {
  const [query, setQuery] = useState('');
  const [texts, setTexts] = useState<readonly string[]>();
  const [place, setPlace] = useState(0);
  const hasQuery = query.trim() !== '';

  // The text is read once, when somebody begins to search.
  useEffect(() => {
    if (!hasQuery || texts) return undefined;
    let left = false;
    Promise.all(pdf.pages.map((page) => page.text())).then(
      (all) => {
        if (!left) setTexts(all);
      },
      () => {
        if (!left) setTexts([]);
      },
    );
    return () => {
      left = true;
    };
  }, [hasQuery, texts, pdf]);

  const pagesOfHits = useMemo(
    () => (texts ?? []).flatMap((text, index) => find(text, query).map(() => index + 1)),
    [texts, query],
  );
  const turn = (next: number) => {
    setPlace(next);
    const page = pagesOfHits[next];
    if (page !== undefined) turnTo(page);
  };
  return {
    query,
    place,
    hits: pagesOfHits.length,
    setQuery(next) {
      setQuery(next);
      setPlace(0);
    },
    go(by) {
      if (pagesOfHits.length > 0) turn((place + by + pagesOfHits.length) % pagesOfHits.length);
    },
  };
}
