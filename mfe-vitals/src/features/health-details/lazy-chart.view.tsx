import { useHost } from '@phr/module-kit/host';
import { ErrorCard } from '@phr/ui/error-card';
import { Skeleton } from '@phr/ui/skeleton';
import { type ComponentType, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChartProps } from './chart.tsx';

type Loaded = { readonly step: 'loading' } | { readonly step: 'failed' } | { readonly step: 'ready'; readonly Chart: ComponentType<ChartProps> };

/** The chart and its library, fetched when the first one is shown. If that fails only this place says so. */
export function LazyChart({ level, ...props }: ChartProps & { readonly level: number }) {
  const { t } = useTranslation();
  const { log } = useHost();
  const [loaded, setLoaded] = useState<Loaded>({ step: 'loading' });
  const [attempt, setAttempt] = useState(1);
  useEffect(() => {
    let isHere = true;
    import('./chart.tsx').then(
      ({ Chart }) => { if (isHere) setLoaded({ step: 'ready', Chart }); },
      (error: unknown) => {
        log.error('vitals.chart', error);
        if (isHere) setLoaded({ step: 'failed' });
      },
    );
    return () => { isHere = false; };
  }, [attempt, log]);
  if (loaded.step === 'loading') return <Skeleton height={280} />;
  if (loaded.step === 'failed') return <ErrorCard thing={t('thing.chart')} code="CHUNK" failures={attempt} onRetry={() => setAttempt(attempt + 1)} level={level} />;
  return <loaded.Chart {...props} />;
}
