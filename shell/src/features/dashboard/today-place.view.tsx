import { LoadingRegion } from '@phr/ui/loading-region';
import { Skeleton } from '@phr/ui/skeleton';
import { type CSSProperties, useEffect, useRef, useState } from 'react';
import { lazyPart } from '../../core/lazy-screen.tsx';
import { useShell, useStore } from '../../core/shell.tsx';
import { useT } from '../../core/texts.tsx';
import { readHeight } from './room.port.ts';

const Today = lazyPart(
  async () => (await import(/* webpackChunkName: "signed-in" */ './today.view.tsx')).Today,
  <Waiting />,
);

/**
 * Place of "today" at the top of the dashboard. Reserves the height of the last visit, so that content below does not
 * move.
 */
export function TodayPlace() {
  const { viewed, epoch } = useStore(useShell().patients.context);
  return <Room key={epoch} patientId={viewed?.id} />;
}

function Room({ patientId }: { readonly patientId: string | undefined }) {
  const [room] = useState(() => (patientId === undefined ? undefined : readHeight(patientId)));
  const [isKept, setKept] = useState(true);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // once the person interacts, release the reserved space
    const close = (): void => setKept(place.current?.querySelector('[aria-busy="true"]') != null);
    window.addEventListener('click', close);
    return () => window.removeEventListener('click', close);
  }, []);
  const style: CSSProperties & { '--today-room'?: string } = room === undefined ? {} : { '--today-room': `${room}px` };
  return (
    <div ref={place} className="phr-dash-today-place" data-kept={isKept} style={style}>
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
