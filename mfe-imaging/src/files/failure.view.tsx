import { Button } from '@phr/ui/button';
import { Notice } from '@phr/ui/notice';
import { useTranslation } from 'react-i18next';
import { FINAL, type LoadProblem } from './load-problem.ts';
import css from './viewer-frame.module.css';

interface FailureProps {
  readonly problem: LoadProblem;
  /** Short, as in the toast. */
  readonly title: string;
  /** Omitted if retrying cannot help. */
  readonly onRetry?: () => void;
}

/** Why nothing is shown, and what to do. */
export function Failure({ problem, title, onRetry }: FailureProps) {
  const { t } = useTranslation();
  const stopped = problem === 'stopped';
  const retry = onRetry && !FINAL.has(problem) && (
    <Button dense onClick={onRetry}>
      {t('common.retry')}
    </Button>
  );
  return (
    <div className={css.waiting}>
      <Notice
        type={stopped ? 'info' : 'error'}
        announce={stopped ? 'status' : 'alert'}
        title={stopped ? t('dicom.loadStopped') : title}
        action={retry || undefined}
      >
        {!stopped && <p>{t(`viewer.problem.${problem}`)}</p>}
      </Notice>
    </div>
  );
}
