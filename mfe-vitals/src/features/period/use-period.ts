import { chartPeriod, type ChartRange } from '@phr/clinical/periods';
import type { Period } from '@phr/time/period';
import { deviceZone } from '@phr/time/zone';
import { useDay } from '@phr/ui/use-now';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { useLanguage } from '../readings/use-language.ts';
import { DEFAULT_RANGE, readPeriod, writePeriod, type ChosenPeriod } from './period.model.ts';
import { periodWords } from './picture.model.ts';

export interface PeriodControl {
  /** The moment at which the screen was opened. */
  readonly now: number;
  readonly chosen: ChosenPeriod;
  readonly period: Period;
  readonly choose: (next: ChosenPeriod) => void;
  /** The same as a step that Back undoes (UX-04). */
  readonly open: (next: ChosenPeriod) => void;
  /** First and last day in words. */
  readonly words: { readonly from: string; readonly to: string };
}

/** The period on screen, kept in the URL for reload and sharing. */
export function usePeriod(usual: ChartRange = DEFAULT_RANGE): PeriodControl {
  const language = useLanguage();
  const zone = deviceZone();
  const [search, setSearch] = useSearchParams();
  const now = useDay();
  const chosen = useMemo(() => readPeriod(search, now, zone, usual), [search, now, zone, usual]);
  const period = useMemo(() => chartPeriod(chosen.range, chosen.anchorDay, zone), [chosen, zone]);
  const show = (next: ChosenPeriod, replace: boolean) =>
    setSearch(writePeriod(search, next, now, zone, usual), { replace });
  return {
    now,
    chosen,
    period,
    choose: (next) => show(next, true),
    open: (next) => show(next, false),
    words: periodWords(period, language),
  };
}
