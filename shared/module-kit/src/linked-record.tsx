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

/** Name of the address's part that says whose record is read: the id that a hospital's patient has. */
export const LINKED = 'linked';

/** A screen that reads a linked record, too; all others belong to the person's own. A host of before contract 1.3 does not tell them apart. */
const readsLinked = ({ navigation }: HostApi, screen: string): boolean => navigation.readsLinked?.(screen) ?? false;

/** A hospital's record that is linked to the person's own: to read, never to write. */
export interface Linked {
  readonly id: string;
  /** The hospital, when it named itself. */
  readonly source: string | undefined;
}

const LinkedContext = createContext<Linked | undefined>(undefined);

/** The linked record that is on screen; undefined on the person's own. */
export const useLinked = (): Linked | undefined => use(LinkedContext);

interface LinkedRecordProps {
  /** What is read, in the middle of a sentence. */
  readonly thing: string;
  /** Where the linked records are listed: the way back leads there from what begins there. */
  readonly from: ScreenPlace;
  /** What stands above everything that is read there. */
  readonly notice?: (source: string | undefined) => ReactNode;
  readonly children: ReactNode;
}

/**
 * Everything below reads a hospital's record when the address names one that is linked to the person's own record, and that is asked of the server first: of any other
 * id nothing is read, so that a foreign address cannot show one person's record under another's name. Links below stay in that record.
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

/** One element of something that was read; undefined where there is none. */
const at = (value: unknown, element: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, element)
    ? Reflect.get(value, element)
    : undefined;

/** The host as it is for the screens of a linked record: the person on screen has the hospital's id, and links keep to that record. */
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
