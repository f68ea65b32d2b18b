import type { Signal } from '@phr/contract/today';
import { useEffect, useRef, useState } from 'react';
import type { Translate } from '../../core/texts.tsx';

/**
 * Screen reader announcements of new signals: each danger at once, once; the others as one count after loading ends.
 */
export function useNews(
  signals: readonly Signal[],
  isLoading: boolean,
  t: Translate,
): { readonly alert: string; readonly status: string } {
  const announced = useRef(new Set<string>());
  const [news, setNews] = useState({ alert: '', status: '' });
  useEffect(() => {
    const fresh = signals.filter(({ id }) => !announced.current.has(id));
    const dangers = fresh.filter(({ kind }) => kind === 'danger');
    const others = isLoading ? [] : fresh.filter(({ kind }) => kind !== 'danger');
    if (dangers.length + others.length === 0) return;
    for (const { id } of [...dangers, ...others]) announced.current.add(id);
    setNews((before) => ({
      alert: dangers.length > 0 ? dangers.map(({ title }) => title).join('. ') : before.alert,
      status: others.length > 0 ? t('today.news', { n: others.length }) : before.status,
    }));
  }, [signals, isLoading, t]);
  return news;
}
