import { useHost, usePatient } from '@phr/module-kit/host';
import { dayOf, deviceZone } from '@phr/time/zone';
import { useDay } from '@phr/ui/use-now';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { fetchGrowth } from './growth.api.ts';
import { type GrowthMeasure, readGrowthMeasure } from './growth-measure.entity.ts';
import { type Child, childOf, type NoCurves } from './growth.model.ts';

/** What is known of the growth of the person on screen. */
export interface Growth {
  readonly child: Child | NoCurves;
  readonly measures: readonly GrowthMeasure[];
  /** YYYY-MM-DD. */
  readonly today: string;
  readonly isWhole: boolean;
  readonly isPending: boolean;
  readonly error: Error | null;
  readonly receivedAt?: string;
  readonly retry: () => void;
}

const NONE: readonly GrowthMeasure[] = [];

/** The measurements of the person on screen for a growth chart; nothing is asked for a person without curves. */
export function useGrowth(): Growth {
  const { request } = useHost();
  const { viewed } = usePatient();
  const zone = deviceZone();
  const opened = useDay();
  const asked = childOf(viewed ?? {}, NONE, dayOf(opened, zone));
  // among the readings of the person, so that a new one refreshes it
  const query = useQuery({
    queryKey: ['readings', viewed?.id ?? '', 'growth'],
    enabled: viewed !== undefined && typeof asked !== 'string',
    queryFn: ({ signal }) => fetchGrowth(request, viewed?.id ?? '', signal),
  });
  const { observations, receivedAt, isWhole = true } = query.data ?? {};
  const measures = useMemo(
    () => observations?.map((one) => readGrowthMeasure(one, zone)).filter((one) => one !== undefined) ?? NONE,
    [observations, zone],
  );
  const today = dayOf(receivedAt === undefined ? opened : Date.parse(receivedAt), zone);
  const child = useMemo(() => childOf(viewed ?? {}, measures, today), [viewed, measures, today]);
  return {
    child,
    measures,
    today,
    isWhole,
    isPending: query.isPending,
    error: query.error,
    retry: () => void query.refetch(),
    ...(receivedAt === undefined ? {} : { receivedAt }),
  };
}
