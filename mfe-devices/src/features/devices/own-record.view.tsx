import { usePatient } from '@phr/module-kit/host';
import { Screen } from '@phr/module-kit/screen';
import type { PatientSummary } from '@phr/contract/host-api';
import { EmptyState } from '@phr/ui/empty-state';
import { IconDevices } from '@phr/ui/icons';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

interface OwnRecordProps {
  readonly screen: string;
  readonly level: number;
  readonly children: (main: PatientSummary) => ReactNode;
}

/** Devices belong to the main patient: in another person's record the screen says so and loads nothing. */
export function OwnRecord({ screen, level, children }: OwnRecordProps) {
  const { t } = useTranslation();
  const { main, viewed } = usePatient();
  if (main === undefined) return null;
  if (viewed?.id === main.id) return children(main);
  return (
    <Screen title={t(`screen.${screen}`)} headingLevel={level} back={{ screen: 'dashboard' }}>
      <EmptyState icon={IconDevices} title={t('device.mainOnly')} help={t('device.mainOnly.help')} />
    </Screen>
  );
}
