import { useShell, useStore } from '../../core/shell.tsx';

/** True for a record on screen that the account may only look at. Where the service says nothing of rights, the server refuses what may not be. */
export function useReadOnly(): boolean {
  const { patients } = useShell();
  const { viewed } = useStore(patients.context);
  return useStore(patients.state).details.find(({ id }) => id === viewed?.id)?.mayWrite === false;
}
