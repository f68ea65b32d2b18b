import { Skeleton } from '@phr/ui/skeleton';
import { lazyPart } from '../../core/lazy-screen.tsx';
import { useShell, useStore } from '../../core/shell.tsx';
import { NearView } from './near-view.view.tsx';

/** Height of a relative's row, and of the heading with the button, px. */
const [ROW, HEADING] = [61, 96] as const;

const Relatives = lazyPart<object>(
  async () => (await import(/* webpackChunkName: "signed-in" */ '../board/relatives.view.tsx')).Relatives,
  <Skeleton height={ROW + HEADING} />,
);

/** Place of the relatives on the own dashboard; nothing is loaded before it is near. */
export function RelativesPlace() {
  const { patients } = useShell();
  const { main, viewed } = useStore(patients.context);
  const { details } = useStore(patients.state);
  if (main === undefined || viewed?.id !== main.id || details.length < 2) return null;
  return (
    <NearView height={HEADING + ROW * (details.length - 1)}>
      <Relatives />
    </NearView>
  );
}
