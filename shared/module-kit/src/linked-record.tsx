import { codeOf } from './error-code.tsx';
import type { ScreenPlace } from '@phr/contract/screens';
import type { HostApi, PatientContext } from '@phr/contract/host-api';
import { ErrorCard } from '@phr/ui/error-card';
import { LoadingRegion } from '@phr/ui/loading-region';
import { Skeleton } from '@phr/ui/skeleton';
import { useQuery } from '@tanstack/react-query';
import { createContext, type ReactNode, use, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { HostContext, useHost, usePatient } from './host.tsx';
import { ScreenNotice, WayBack } from './screen.tsx';

/** Query parameter naming the linked record: the person's id at a hospital. */
export const LINKED = 'linked';

/**
 * True for a screen that can read a linked record; others are for the own record only. Hosts before contract 1.3 do not
 * distinguish.
 */
const readsLinked = ({ navigation }: HostApi, screen: string): boolean => navigation.readsLinked?.(screen) ?? false;

/** A hospital's record linked to the person's own; read-only. */
export interface Linked {
  readonly id: string;
  /** The hospital, if it gave its name. */
  readonly source: string | undefined;
}

const LinkedContext = createContext<Linked | undefined>(undefined);

/** The linked record on screen; undefined on the person's own. */
export const useLinked = (): Linked | undefined => use(LinkedContext);

interface LinkedRecordProps {
  /** What is loaded, for mid-sentence use. */
  readonly thing: string;
  /** Screen listing the linked records: the back target of their first screens. */
  readonly from: ScreenPlace;
  /** Notice shown above everything read there. */
  readonly notice?: (source: string | undefined) => ReactNode;
  readonly children: ReactNode;
}

/**
 * If the URL names a hospital's record, everything below reads that record, once the server confirms that it is linked
 * to the person's own. Other ids are not read at all, so that a manipulated URL cannot show one person's record under
 * another's name. Links below stay in that record.
 */
export function LinkedRecord({ thing, from, notice, children }: LinkedRecordProps) {
  const host = useHost();
  const id = useSearchParams()[0].get(LINKED) ?? undefined;
  const { main, viewed } = usePatient();
  const own = main !== undefined && viewed?.id === main.id ? main.id : undefined;
  const { data, isPending, error, errorUpdateCount, refetch } = useQuery({
    queryKey: ['linked', own, id],
    enabled: own !== undefined && id !== undefined,
    queryFn: async ({ signal }): Promise<Linked | null> => {
      const read = async (patient: string): Promise<unknown> =>
        (await host.request.send({ service: 'fhir', method: 'GET', path: `/Patient/${patient}`, signal })).body;
      const links = at(await read(own ?? ''), 'link');
      const isLinked =
        Array.isArray(links) && links.some((link) => at(at(link, 'other'), 'reference') === `Patient/${id}`);
      if (id === undefined || !isLinked) return null;
      const source = at(at(await read(id), 'managingOrganization'), 'display');
      return { id, source: typeof source === 'string' ? source : undefined };
    },
  });
  const linkedId = data?.id;
  const scoped = useMemo(() => (linkedId === undefined ? undefined : hostOf(host, linkedId)), [host, linkedId]);
  if (own === undefined || id === undefined) return children;
  if (isPending)
    return (
      <LoadingRegion thing={thing} onRetry={() => void refetch()}>
        <Skeleton height={240} lines={1} />
      </LoadingRegion>
    );
  if (error !== null && data === undefined)
    return <ErrorCard thing={thing} code={codeOf(error)} onRetry={refetch} failures={errorUpdateCount} level={2} />;
  // what is not linked is looked for in the person's own record, where it is not found
  if (data === null || data === undefined || scoped === undefined) return children;
  return (
    <HostContext value={scoped}>
      <LinkedContext value={data}>
        <WayBack value={(place) => (readsLinked(host, place.screen) ? place : from)}>
          <ScreenNotice value={notice?.(data.source)}>{children}</ScreenNotice>
        </WayBack>
      </LinkedContext>
    </HostContext>
  );
}

/** One element of a value; undefined if absent. */
const at = (value: unknown, element: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, element)
    ? Reflect.get(value, element)
    : undefined;

/** The host for screens of a linked record: the person has the hospital's id, and links stay in that record. */
function hostOf(host: HostApi, id: string): HostApi {
  const { patient, navigation } = host;
  let from: PatientContext | undefined;
  let made: PatientContext | undefined;
  const get = (): PatientContext => {
    const now = patient.get();
    if (made === undefined || now !== from) {
      from = now;
      made = now.viewed === undefined ? now : { ...now, viewed: { ...now.viewed, id } };
    }
    return made;
  };
  return {
    ...host,
    patient: { get, subscribe: patient.subscribe },
    navigation: {
      ...navigation,
      hrefOf: (screen, params) =>
        navigation.hrefOf(screen, readsLinked(host, screen) ? { ...params, [LINKED]: id } : params),
    },
  };
}
