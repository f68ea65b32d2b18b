import { isObject } from '@phr/fhir/json';
import { useHost } from '@phr/module-kit/host';
import { useQuery } from '@tanstack/react-query';

/** Renewal interval of signed URLs, which are valid for five minutes. */
const FRESH_MS = 240_000;

export interface FileAddresses {
  /** By key; undefined until known. Keys missing from storage are omitted. */
  readonly known: Readonly<Record<string, string>> | undefined;
  /** They could not be had. */
  readonly failed: boolean;
  readonly retry: () => void;
}

/** Temporary URLs of stored files. */
export function useFileAddresses(keys: readonly string[]): FileAddresses {
  const { request } = useHost();
  const { data, isError, refetch } = useQuery({
    queryKey: ['file-addresses', keys],
    enabled: keys.length > 0,
    staleTime: FRESH_MS,
    refetchInterval: FRESH_MS,
    gcTime: FRESH_MS,
    queryFn: async ({ signal }): Promise<Readonly<Record<string, string>>> => {
      const { body } = await request.send({
        service: 'phr',
        method: 'POST',
        path: '/api/phr/storage/presigned-url-for-download',
        body: { keys },
        signal,
      });
      return isObject(body)
        ? Object.fromEntries(
            Object.entries(body).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
          )
        : {};
    },
  });
  return { known: data, failed: isError && data === undefined, retry: () => void refetch() };
}
