import type { NoticePlace } from '@phr/contract/host-api';
import type { Shell } from './shell.tsx';

/** Opens what a notice tells of, in the record that it is in; asks first when something typed would be lost. */
export function openPlace(
  { navigation, patients }: Pick<Shell, 'navigation' | 'patients'>,
  { screen, params, patientId }: NoticePlace,
): void {
  navigation.leave(() => {
    if (patientId !== undefined) patients.view(patientId);
    navigation.go(screen, params);
  });
}
