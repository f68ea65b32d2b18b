import { LoadingRegion } from '@phr/ui/loading-region';
import { Skeleton } from '@phr/ui/skeleton';
import { lazyPart } from '../../core/lazy-screen.tsx';
import { useT } from '../../core/texts.tsx';
import css from './dashboard.module.css';

const Today = lazyPart(
  async () => (await import(/* webpackChunkName: "today" */ './today.view.tsx')).Today,
  <Waiting />,
);

/** The place of "today" at the top of the dashboard. */
export function TodayPlace() {
  return (
    <div className={css.todayPlace}>
      <Today />
    </div>
  );
}

function Waiting() {
  return (
    <LoadingRegion thing={useT()('module.loading')}>
      <Skeleton height={28} />
    </LoadingRegion>
  );
}
