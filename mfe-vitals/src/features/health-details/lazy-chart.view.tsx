import { useHost } from '@phr/module-kit/host';
import { ErrorCard } from '@phr/ui/error-card';
import { Skeleton } from '@phr/ui/skeleton';
import { type ComponentType, useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChartProps } from './chart.tsx';

/** The chart and its library, fetched when the first one is shown. If that fails only this place says so. */
export function LazyChart({ level, ...props }: ChartProps & { readonly level: number }) {
  const { t } = useTranslation();
  const { log } = useHost();
  const [loaded, setLoaded] = useState<{ readonly Chart: ComponentType<ChartProps> } | 'failed'>();
  const load = useCallback(async () => {
    try {
      const { Chart } = await import('./chart.tsx');
      setLoaded({ Chart });
    } catch (error) {
      log.error('vitals.chart', error);
      setLoaded('failed');
    }
  }, [log]);
  useEffect(() => void load(), [load]);
  if (loaded === undefined) return <Skeleton height={280} />;
  if (loaded === 'failed') return <ErrorCard thing={t('thing.chart')} code="CHUNK" onRetry={load} level={level} />;
  return <loaded.Chart {...props} />;
}
