import type { NoticePlace } from '@phr/contract/host-api';
import { useShell } from '../../core/shell.tsx';
import { withPerson } from '../../services/host/person-in-address.ts';

/** URL of a place in a person's record; naming the person switches to their record first (R-H4). */
export function useHrefIn(): (place: NoticePlace, patientId: string) => string {
  const { navigation } = useShell();
  return ({ screen, params }, patientId) => withPerson(navigation.hrefOf(screen, params), patientId);
}
