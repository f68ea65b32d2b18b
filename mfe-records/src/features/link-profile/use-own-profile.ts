import { usePatient } from '@phr/module-kit/host';

/** True when the record on screen is the account owner's own: only that one can be linked (LINK-10). */
export function useOwnProfile(): boolean {
  const { main, viewed } = usePatient();
  return main !== undefined && viewed?.id === main.id;
}
