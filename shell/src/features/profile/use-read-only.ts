import { useShell, useStore } from '../../core/shell.tsx';

/** True if the account may only read the record on screen. Without information on rights, the server enforces them. */
export function useReadOnly(): boolean {
  const { patients } = useShell();
  const { viewed } = useStore(patients.context);
  return useStore(patients.state).details.find(({ id }) => id === viewed?.id)?.mayWrite === false;
}
