import { Button } from '@phr/ui/button';
import { formatInstant } from '@phr/ui/format';
import { useTranslation } from 'react-i18next';
import type { Language } from '../readings/reading.words.ts';
import type { PeriodState } from '../readings/use-readings.ts';
import css from './partial.module.css';

interface PartialProps {
  readonly state: Pick<PeriodState, 'readings' | 'more' | 'isFetchingMore'>;
  readonly language: Language;
}

/** Says how far back a very full period was loaded, with a button to continue. */
export function Partial({ state: { readings, more, isFetchingMore }, language: { locale, zone } }: PartialProps) {
  const { t } = useTranslation();
  const oldest = readings.findLast(({ instant }) => instant !== undefined)?.instant;
  if (more === undefined || oldest === undefined) return null;
  return (
    <div className={css.partial}>
      <p role="status">{t('chart.partial', { n: readings.length, from: formatInstant(oldest, locale, zone) })}</p>
      <div data-print="hide">
        <Button dense busy={isFetchingMore} onClick={more}>
          {t('chart.readOlder')}
        </Button>
      </div>
    </div>
  );
}
