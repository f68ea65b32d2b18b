import { AppError } from '@phr/contract/app-error';
import type { RequestPort, ServiceRequest } from '@phr/contract/host-api';

/** Identifies a list of the record server. */
export interface ListQuery {
  /** Resource type of the rows; other entries (included targets, server notes) are ignored. */
  readonly type: string;
  /**
   * Path of the first page; defaults to the person's resources of this type. Later pages use the server's next link.
   */
  readonly path?: (patientId: string) => string;
  readonly query?: ServiceRequest['query'];
}

type Resource = Readonly<Record<string, unknown>>;

export interface ListPage {
  readonly resources: readonly Resource[];
  readonly total: number | undefined;
  readonly next: string | undefined;
  /** When it arrived, ISO 8601. */
  readonly receivedAt: string;
}

/** Paged query of a list. The key contains the patient, so rows never appear under another person. */
export function patientListQuery(
  request: Pick<RequestPort, 'send'>,
  patientId: string | undefined,
  { type, path = (id) => `/Patient/${id}/${type}`, query }: ListQuery,
) {
  return {
    queryKey: ['list', patientId, type, patientId === undefined ? '' : path(patientId), query ?? {}],
    initialPageParam: '',
    queryFn: async ({
      pageParam,
      signal,
    }: {
      readonly pageParam: string;
      readonly signal: AbortSignal;
    }): Promise<ListPage> => {
      const first = { path: path(patientId ?? ''), query: { _total: 'accurate', ...query } };
      const answer = await request.send({
        service: 'fhir',
        method: 'GET',
        signal,
        ...(pageParam === '' ? first : { path: pageParam }),
      });
      return { ...readSearchset(answer.body, type), next: answer.next, receivedAt: answer.receivedAt };
    },
    getNextPageParam: (page: ListPage) => page.next,
  };
}

/**
 * Resources of one type in a searchset.
 * @throws if it is not a bundle: an unreadable response is never an empty list
 */
export function readSearchset(body: unknown, type: string): Pick<ListPage, 'resources' | 'total'> {
  if (!isObject(body) || body['resourceType'] !== 'Bundle')
    throw new AppError({ code: 'FHIR_REQ_ERR', source: 'FHIR_SERVER', message: 'The answer is no bundle' });
  const entries = Array.isArray(body['entry']) ? body['entry'] : [];
  const resources = entries.flatMap((entry: unknown) => {
    if (!isObject(entry) || !isObject(entry['resource'])) return [];
    const mode = isObject(entry['search']) ? entry['search']['mode'] : undefined;
    return entry['resource']['resourceType'] === type && (mode === undefined || mode === 'match')
      ? [entry['resource']]
      : [];
  });
  return { resources, total: typeof body['total'] === 'number' ? body['total'] : undefined };
}

function isObject(value: unknown): value is Resource {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
