import type { ScreenPlace } from '@phr/contract/screens';
import { Correction, type Correcting } from '@phr/module-kit/correction';
import type { RequestPort } from '@phr/contract/host-api';
import { EmptyState } from '@phr/ui/empty-state';
import { IconMedicalHistory } from '@phr/ui/icons';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { OwnVersion } from './own-version.entity.ts';

interface CorrectedProps<Stored> {
  readonly type: string;
  readonly id: string;
  readonly load: (request: RequestPort, patientId: string, id: string) => Promise<Stored | undefined>;
  readonly title: string;
  readonly level: number;
  readonly back: ScreenPlace;
  readonly children: (correcting: Correcting<Stored>) => ReactNode;
}

/** Correction form of the person's own entry, or why there is none. */
export function Corrected<Stored extends OwnVersion>(props: CorrectedProps<Stored>) {
  const { t } = useTranslation();
  return (
    <Correction
      {...props}
      thing={t('fix.thing')}
      refusal={({ isCorrectable }) => (isCorrectable ? undefined : t('fix.notOwn'))}
      missing={<EmptyState icon={IconMedicalHistory} title={t('fix.notFound')} help={t('fix.notFound.help')} />}
    />
  );
}
