import { useHost, usePatient } from '@phr/module-kit/host';
import { Button } from '@phr/ui/button';
import { truncate } from '@phr/ui/format';
import { Heading } from '@phr/ui/heading';
import { IconButton } from '@phr/ui/icon-button';
import { IconClose } from '@phr/ui/icons';
import { Notice } from '@phr/ui/notice';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import css from './dicom-viewer.module.css';
import type { LoadProblem } from './load-problem.ts';
import { StackView } from './stack.view.tsx';
import { type StudyControl, useStudy } from './use-study.ts';

const REPORT_ID = /^[A-Za-z0-9.-]{1,64}$/;
/** Trying again cannot help with these. */
const FINAL: ReadonlySet<LoadProblem> = new Set(['notDicom', 'cut', 'broken', 'tooLarge', 'unsupported', 'noImage', 'report', 'waveform', 'document', 'directory']);

/** The screen `/dicom-viewer?diagnosticReportId=&name=`. */
export function DicomViewer({ headingLevel }: { readonly headingLevel: number }) {
  const { t } = useTranslation();
  const host = useHost();
  const { viewed } = usePatient();
  const [params] = useSearchParams();
  const reportId = params.get('diagnosticReportId') ?? '';
  const title = t('screen.dicom-viewer');
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => host.navigation.screenShown({ title, heading: heading.current }), [host, title]);

  return (
    <section className={css.screen}>
      <header className={css.head}>
        <IconButton icon={IconClose} label={t('common.close')} onClick={() => host.navigation.back('/dashboard')} />
        <Heading level={headingLevel} look="h3" ref={heading} tabIndex={-1} className={css.title}>{truncate(params.get('name')?.trim() || title, 60)}</Heading>
      </header>
      {viewed && REPORT_ID.test(reportId)
        ? <LoadedStudy key={`${viewed.id} ${reportId}`} patientId={viewed.id} reportId={reportId} />
        : <Failure problem="missing" />}
    </section>
  );
}

function LoadedStudy({ patientId, reportId }: { readonly patientId: string; readonly reportId: string }) {
  const host = useHost();
  const { t } = useTranslation();
  const control = useStudy(host, patientId, reportId);
  const { state } = control;
  const problem = state.phase === 'failed' ? state.problem : undefined;
  useEffect(() => {
    if (problem === 'stopped') host.notify.show({ type: 'info', title: t('dicom.loadStopped') });
    else if (problem) host.notify.show({ type: 'error', title: t('dicom.loadError') });
  }, [host, problem, t]);

  if (state.phase === 'ready') return <StackView study={state.study} drawing={state.drawing} />;
  if (state.phase === 'loading') return <Progress state={state} onStop={control.stop} />;
  return (
    <Failure problem={state.problem}>
      {!FINAL.has(state.problem) && <Button dense onClick={control.retry}>{t('common.retry')}</Button>}
    </Failure>
  );
}

function Progress({ state, onStop }: { readonly state: Extract<StudyControl['state'], { phase: 'loading' }>; readonly onStop: () => void }) {
  const { t } = useTranslation();
  const words = state.total === undefined ? t('dicom.opening') : t('dicom.progress', { done: state.done, total: state.total });
  return (
    <div className={css.waiting}>
      <p role="status">{words}</p>
      <progress className={css.progress} aria-label={words} {...(state.total === undefined ? {} : { value: state.done, max: state.total })} />
      <Button dense onClick={onStop}>{t('dicom.stop')}</Button>
    </div>
  );
}

function Failure({ problem, children }: { readonly problem: LoadProblem; readonly children?: ReactNode }) {
  const { t } = useTranslation();
  const stopped = problem === 'stopped';
  return (
    <div className={css.waiting}>
      <Notice type={stopped ? 'info' : 'error'} announce={stopped ? 'status' : 'alert'} title={t(stopped ? 'dicom.loadStopped' : 'dicom.loadError')} action={children}>
        {!stopped && <p>{t(`dicom.problem.${problem}`)}</p>}
      </Notice>
    </div>
  );
}
