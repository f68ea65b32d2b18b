import { AppError } from '@phr/contract/app-error';
import type { RequestPort, ServiceRequest } from '@phr/contract/host-api';

/** Which list of the record server. */
export interface ListQuery {
  /** Resource type of the rows; anything else in the answer (included targets, notes of the server) is no row. */
  readonly type: string;
  /** Where the first page is: the rows of this type of the person when not given. Later pages come by the server's own next link. */
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

/** The query of a list, page by page. The patient belongs to the key, so that rows of one person can never stand under another's name. */
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

/** The resources of one type in a searchset. Rejects what is no bundle: an answer that cannot be read is never an empty list. */
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
