import { FILE_AWAY } from '@phr/module-kit/error-code';
import { useHost } from '@phr/module-kit/host';
import { ErrorCard } from '@phr/ui/error-card';
import { Skeleton } from '@phr/ui/skeleton';
import { type ComponentType, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CalendarProps } from './calendar.view.tsx';

type Loaded =
  | { readonly step: 'loading' }
  | { readonly step: 'failed' }
  | { readonly step: 'ready'; readonly Calendar: ComponentType<CalendarProps> };

/** The calendar, loaded on first use. A failure is shown in place. */
export function LazyCalendar({ level, ...props }: CalendarProps & { readonly level: number }) {
  const { t } = useTranslation();
  const { log } = useHost();
  const [loaded, setLoaded] = useState<Loaded>({ step: 'loading' });
  const [attempt, setAttempt] = useState(1);
  useEffect(() => {
    let isHere = true;
    import('./calendar.view.tsx').then(
      ({ Calendar }) => {
        if (isHere) setLoaded({ step: 'ready', Calendar });
      },
      (error: unknown) => {
        log.error('vitals.calendar', error);
        if (isHere) setLoaded({ step: 'failed' });
      },
    );
    return () => {
      isHere = false;
    };
  }, [attempt, log]);
  if (loaded.step === 'loading') return <Skeleton height={180} />;
  if (loaded.step === 'failed')
    return (
      <ErrorCard
        thing={t('thing.calendar')}
        code={FILE_AWAY}
        failures={attempt}
        onRetry={() => setAttempt(attempt + 1)}
        level={level}
      />
    );
  return <loaded.Calendar {...props} />;
}
