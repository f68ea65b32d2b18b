import { usePatient } from '@phr/module-kit/host';

/** True if the record on screen is the account owner's, the only one that can be linked (LINK-10). */
export function useOwnProfile(): boolean {
  const { main, viewed } = usePatient();
  return main !== undefined && viewed?.id === main.id;
}
