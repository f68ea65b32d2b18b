import { ErrorCard } from '@phr/ui/error-card';
import { lazyCode, useLazyCode } from '@phr/ui/lazy-code';
import { LoadingRegion } from '@phr/ui/loading-region';
import { Skeleton } from '@phr/ui/skeleton';
import { useT } from '../../core/texts.tsx';
import css from './dashboard.module.css';

const todayView = lazyCode(async () => (await import(/* webpackChunkName: "today" */ './today.view.tsx')).Today);

/** The place of "today" at the top of the dashboard; says so when its file does not come. */
export function TodayPlace() {
  const t = useT();
  const { code: Today, failures, retry } = useLazyCode(todayView);
  return (
    <div className={css.todayPlace}>
      {Today !== undefined ? (
        <Today />
      ) : failures === 0 ? (
        <LoadingRegion thing={t('module.loading')}>
          <Skeleton height={28} />
        </LoadingRegion>
      ) : (
        <ErrorCard
          level={2}
          title={t('err.module')}
          help={t('common.moduleFailed')}
          code="SHELL-NETWORK"
          failures={failures}
          onRetry={retry}
        />
      )}
    </div>
  );
}
