import { AppError } from '@phr/contract/app-error';
import type { QueueOptions, RequestPort } from '@phr/contract/host-api';
import type { ScreenPlace } from '@phr/contract/screens';
import { ErrorCard } from '@phr/ui/error-card';
import { LoadingRegion } from '@phr/ui/loading-region';
import { Notice } from '@phr/ui/notice';
import { Skeleton } from '@phr/ui/skeleton';
import { useQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode, useState } from 'react';
import type { Saved } from './entry-form.tsx';
import { useHost, usePatient } from './host.tsx';
import { codeOf } from './error-code.tsx';
import { readSearchset } from './patient-list-query.tsx';
import { Screen } from './screen.tsx';

/** A complete resource from the server, including elements no form shows. */
export type StoredResource = { readonly [element: string]: unknown };

/** A complete version of an entry, so that its correction preserves what it does not change. */
export interface StoredVersion {
  readonly id: string;
  /** FHIR version id for If-Match. */
  readonly version?: string;
  readonly resource: StoredResource;
}

/** Wraps a resource as a version; undefined without an id. */
export function storedVersion(resource: StoredResource | undefined): StoredVersion | undefined {
  const { id, meta } = resource ?? {};
  if (resource === undefined || typeof id !== 'string') return undefined;
  const version = typeof meta === 'object' && meta !== null && 'versionId' in meta ? meta.versionId : undefined;
  return { id, resource, ...(typeof version === 'string' ? { version } : {}) };
}

/** Resources of one type in a person's record, e.g. the one with an `_id`. Rejects with AppError. */
export async function resourcesOf(
  request: RequestPort,
  patientId: string,
  type: string,
  query: Readonly<Record<string, string | number>>,
): Promise<readonly StoredResource[]> {
  const { body } = await request.send({ service: 'fhir', method: 'GET', path: `/Patient/${patientId}/${type}`, query });
  return readSearchset(body, type).resources;
}

/**
 * Writes a corrected resource as the next version; offline, the host queues it. Rejects with AppError CONFLICT if a
 * newer version exists.
 * @param idempotencyKey recognizes a retry after a lost response
 */
export async function saveVersion(
  request: RequestPort,
  type: string,
  { id, version }: StoredVersion,
  resource: StoredResource,
  { idempotencyKey, queue }: { readonly idempotencyKey: string; readonly queue: QueueOptions },
): Promise<Saved> {
  const answer = await request.send({
    service: 'fhir',
    method: 'PUT',
    path: `/${type}/${id}`,
    body: resource,
    idempotencyKey,
    queue,
    ...(version === undefined ? {} : { ifMatch: `W/"${version}"` }),
  });
  return { isWaiting: answer.waiting === true };
}

/** Props of a correction form: the version to correct, and a way to reload it. */
export interface Correcting<Stored> {
  readonly stored: Stored;
  /** Reloads after a concurrent change. Rejects with AppError, NOT_FOUND if deleted. */
  readonly reload: () => Promise<Stored>;
}

interface CorrectionProps<Stored> {
  /** Query key of what is corrected. */
  readonly type: string;
  readonly id: string;
  /** Loads the form's data; undefined if the person has no such entry. Rejects with AppError. */
  readonly load: (request: RequestPort, patientId: string, id: string) => Promise<Stored | undefined>;
  /** Text why it cannot be corrected here; undefined if it can. */
  readonly refusal: (stored: Stored) => string | undefined;
  /** Title and parent of the screen while the form is not shown. */
  readonly title: string;
  readonly level: number;
  readonly back: ScreenPlace;
  /** What is loaded, for mid-sentence use. */
  readonly thing: string;
  /** Shown if there is no such entry. */
  readonly missing: ReactNode;
  readonly children: (correcting: Correcting<Stored>) => ReactNode;
}

/** The form an entry was made with, filled with freshly loaded data: never with what this page has cached. */
export function Correction<Stored extends object>(props: CorrectionProps<Stored>) {
  const { type, id, load, refusal, title, level, back, thing, missing, children } = props;
  const { request } = useHost();
  const patientId = usePatient().viewed?.id ?? '';
  const found = useQuery({
    queryKey: ['correction', patientId, type, id],
    gcTime: 0,
    staleTime: Infinity,
    queryFn: async () => ({ stored: await load(request, patientId, id) }),
  });
  const opened = found.data?.stored;
  const refused = opened === undefined ? undefined : refusal(opened);
  if (opened !== undefined && refused === undefined)
    return (
      <Opened
        key={`${patientId} ${type} ${id}`}
        opened={opened}
        read={async () => {
          const newer = await load(request, patientId, id);
          if (newer === undefined) throw new AppError({ code: 'NOT_FOUND', source: 'FHIR_SERVER' });
          return newer;
        }}
      >
        {children}
      </Opened>
    );
  return (
    <Screen title={title} headingLevel={level} back={back}>
      {found.isError ? (
        <ErrorCard
          thing={thing}
          code={codeOf(found.error)}
          onRetry={() => found.refetch()}
          failures={found.errorUpdateCount}
          level={level + 1}
        />
      ) : found.data === undefined ? (
        <LoadingRegion thing={thing} onRetry={() => void found.refetch()}>
          <Skeleton height={480} shape="form" />
        </LoadingRegion>
      ) : refused === undefined ? (
        missing
      ) : (
        <Notice>{refused}</Notice>
      )}
    </Screen>
  );
}

interface OpenedProps<Stored> {
  /** The version loaded when the form opened. */
  readonly opened: Stored;
  readonly read: () => Promise<Stored>;
  readonly children: (correcting: Correcting<Stored>) => ReactNode;
}

function Opened<Stored>({ opened, read, children }: OpenedProps<Stored>) {
  /** The version being corrected. */
  const [stored, setStored] = useState(opened);
  const reload = async () => {
    const newer = await read();
    setStored(() => newer);
    return newer;
  };
  return <Fragment>{children({ stored, reload })}</Fragment>;
}
