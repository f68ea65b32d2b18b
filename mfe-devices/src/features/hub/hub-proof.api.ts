import { flag, number, lenientObject, text } from '@phr/fhir/json';
import { useHost } from '@phr/module-kit/host';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

/** Whether this person has proved possession of a hub, or how they can. */
export type HubProof =
  | { readonly state: 'owned' | 'none' }
  | {
      readonly state: 'waiting';
      readonly endsAt: string;
      readonly presses: number;
      readonly triesLeft: number;
      readonly isContested: boolean;
    };

/** Polling interval: nothing announces a press of the hub's button. */
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

/** The proof for a recorded hub; polled while pending. */
export function useHubProof(deviceId: string, mac: string | undefined) {
  const { request, topics } = useHost();
  const queries = useQueryClient();
  useEffect(
    () =>
      topics.subscribe('hub:status', (status) => {
        // the server reports a hub only to its owner
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

/** Starts the proof, or submits the code shown by the hub. Resolves to the new state. */
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
