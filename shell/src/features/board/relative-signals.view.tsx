import type { PatientDetails } from '../../services/patient/patient.api.ts';
import { RetryBoard, SignalLine, FailedSources } from './board-facts.view.tsx';
import today from '../dashboard/today.module.css';
import { Relative } from './relative.view.tsx';
import { useBoard } from './use-board.ts';

/** State and next event of each relative. */
export function RelativeSignals({ relatives }: { readonly relatives: readonly PatientDetails[] }) {
  const { rows, ask } = useBoard(relatives);
  return (
    <>
      <ul className={today.rows} aria-busy={rows.some(({ isLoading }) => isLoading)}>
        {rows.map((row) => (
          <Relative key={row.person.id} person={row.person} add={row.add}>
            {row.state && <SignalLine signal={row.state} row={row} />}
            {row.next && <SignalLine signal={row.next} row={row} />}
            <FailedSources row={row} />
          </Relative>
        ))}
      </ul>
      <RetryBoard rows={rows} onRetry={ask} />
    </>
  );
}
