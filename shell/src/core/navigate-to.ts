import type { NoticePlace } from '@phr/contract/host-api';
import type { Shell } from './shell.tsx';

/** Opens a notice's target in its record; asks first if input would be lost. */
export function navigateTo(
  { navigation, patients }: Pick<Shell, 'navigation' | 'patients'>,
  { screen, params, patientId }: NoticePlace,
): void {
  navigation.leave(() => {
    if (patientId !== undefined) patients.view(patientId);
    navigation.go(screen, params);
  });
}
