import { ErrorCard } from '@phr/ui/error-card';
import { LoadingRegion } from '@phr/ui/loading-region';
import { Skeleton } from '@phr/ui/skeleton';
import type { ReactNode } from 'react';
import { useShell } from '../../core/shell.tsx';
import { useT } from '../../core/texts.tsx';
import { useAsync } from '../../core/forms/use-async.ts';
import type { Stored } from '../../services/profile/profile.api.ts';

/** Loads a record and renders with it. Use the patient's id as key. */
export function WithStored({
  patientId,
  children,
}: {
  readonly patientId: string;
  readonly children: (stored: Stored, again: () => Promise<void>) => ReactNode;
}) {
  const t = useT();
  const { profiles } = useShell();
  const { data, failed, retry } = useAsync(() => profiles.read(patientId));
  if (data !== undefined) return children(data, retry);
  if (failed) return <ErrorCard level={2} thing={t('patient.loadingThing')} code="PATIENT" onRetry={retry} />;
  return (
    <LoadingRegion thing={t('patient.loadingThing')} onRetry={() => void retry()}>
      <Skeleton height={1440} shape="form" />
    </LoadingRegion>
  );
}
