import { useHost, usePatient } from '@phr/module-kit/host';
import { Button } from '@phr/ui/button';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { Failure } from '../../files/failure.view.tsx';
import { type FileSource, fileSourceOf, isOpenTo } from '../../files/source.ts';
import css from '../../files/viewer-frame.module.css';
import { ViewerFrame } from '../../files/viewer-frame.view.tsx';
import { StackView } from './stack.view.tsx';
import { type StudyControl, useStudy } from './use-study.ts';

/** The screen `/dicom-viewer?diagnosticReportId=&qr=&id=&name=`. */
export function DicomViewer({ headingLevel }: { readonly headingLevel: number }) {
  const { t } = useTranslation();
  const { viewed } = usePatient();
  const [params] = useSearchParams();
  const source = fileSourceOf(params);
  return (
    <ViewerFrame screen="dicom-viewer" name={params.get('name')} headingLevel={headingLevel}>
      {source && isOpenTo(viewed, source) ? (
        <LoadedStudy key={JSON.stringify([viewed?.id, source])} patientId={viewed?.id ?? ''} source={source} />
      ) : (
        <Failure problem="missing" title={t('dicom.loadError')} />
      )}
    </ViewerFrame>
  );
}

function LoadedStudy({ patientId, source }: { readonly patientId: string; readonly source: FileSource }) {
  const host = useHost();
  const { t } = useTranslation();
  const control = useStudy(host, patientId, source);
  const { state } = control;
  const problem = state.phase === 'failed' ? state.problem : undefined;
  useEffect(() => {
    if (problem)
      host.notify.show({
        type: problem === 'stopped' ? 'info' : 'error',
        title: t(problem === 'stopped' ? 'dicom.loadStopped' : 'dicom.loadError'),
      });
  }, [host, problem, t]);

  if (state.phase === 'ready')
    return (
      <StackView
        {...(source.kind === 'report' ? { reportId: source.reportId } : {})}
        study={state.study}
        drawing={state.drawing}
      />
    );
  if (state.phase === 'loading') return <Progress state={state} onStop={control.stop} />;
  return <Failure problem={state.problem} title={t('dicom.loadError')} onRetry={control.retry} />;
}

function Progress({
  state,
  onStop,
}: {
  readonly state: Extract<StudyControl['state'], { phase: 'loading' }>;
  readonly onStop: () => void;
}) {
  const { t } = useTranslation();
  const words =
    state.total === undefined ? t('dicom.opening') : t('dicom.progress', { done: state.done, total: state.total });
  return (
    <div className={css.waiting}>
      <p role="status">{words}</p>
      <progress
        className={css.progress}
        aria-label={words}
        {...(state.total === undefined ? {} : { value: state.done, max: state.total })}
      />
      <Button dense onClick={onStop}>
        {t('dicom.stop')}
      </Button>
    </div>
  );
}
