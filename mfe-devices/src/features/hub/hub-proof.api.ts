import { flag, number, lenientObject, text } from '@phr/fhir/json';
import { useHost } from '@phr/module-kit/host';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

/** Whether this person has proven to have a hub, or how she can. */
export type HubProof =
  | { readonly state: 'owned' | 'none' }
  | {
      readonly state: 'waiting';
      readonly endsAt: string;
      readonly presses: number;
      readonly triesLeft: number;
      readonly isContested: boolean;
    };

/** A press of the hub's button is told by nobody: it is asked for. */
const ASK_MS = 3_000;

const wire = lenientObject({ state: text, endsAt: text, presses: number, triesLeft: number, isContested: flag });

function readProof(body: unknown): HubProof {
  const raw = wire(body);
  if (raw?.state === 'owned') return { state: 'owned' };
  if (raw?.state !== 'waiting' || raw.endsAt === undefined) return { state: 'none' };
  return {
    state: 'waiting',
    endsAt: raw.endsAt,
    presses: raw.presses ?? 0,
    triesLeft: raw.triesLeft ?? 0,
    isContested: raw.isContested ?? false,
  };
}

const keyOf = (deviceId: string) => ['hub-proof', deviceId];
const pathOf = (deviceId: string) => `/api/phr/hub/${encodeURIComponent(deviceId)}/pairing`;

/** The proof for a hub of the record. While one is awaited it is asked for again and again. */
export function useHubProof(deviceId: string, mac: string | undefined) {
  const { request, topics } = useHost();
  const queries = useQueryClient();
  useEffect(
    () =>
      topics.subscribe('hub:status', (status) => {
        // the server tells of a hub only whom it belongs to
        if (status.mac === mac && queries.getQueryData<HubProof>(keyOf(deviceId))?.state === 'waiting')
          void queries.invalidateQueries({ queryKey: keyOf(deviceId) });
      }),
    [topics, queries, deviceId, mac],
  );
  return useQuery({
    queryKey: keyOf(deviceId),
    queryFn: async ({ signal }) =>
      readProof((await request.send({ service: 'phr', method: 'GET', path: pathOf(deviceId), signal })).body),
    refetchInterval: ({ state }) => (state.data?.state === 'waiting' ? ASK_MS : false),
  });
}

/** Begins to prove, or proves with the code that the hub shows. Answers where the proof stands then. */
export function useHubProofStep(deviceId: string) {
  const { request } = useHost();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (code: string | undefined): Promise<HubProof> => {
      const path = code === undefined ? pathOf(deviceId) : `${pathOf(deviceId)}/code`;
      return readProof(
        (
          await request.send({
            service: 'phr',
            method: 'POST',
            path,
            idempotencyKey: crypto.randomUUID(),
            body: code === undefined ? {} : { code },
          })
        ).body,
      );
    },
    onSuccess(proof) {
      queries.setQueryData(keyOf(deviceId), proof);
    },
  });
}
