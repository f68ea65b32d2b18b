import { isObject } from '@phr/fhir/json';
import { useHost, usePatient, useStore } from '@phr/module-kit/host';
import { useEffect, useRef } from 'react';
import type { WaitingWrite } from '@phr/contract/host-api';

/** What a queued write would add, derived from its body. */
export type WritePredicate = (body: { readonly [element: string]: unknown }) => boolean;

/** A new resource of this type. */
export const newOf =
  (type: string): WritePredicate =>
  (body) =>
    body['resourceType'] === type;

/** A transaction with a resource of this type in it. */
export const togetherWith =
  (type: string): WritePredicate =>
  (body) =>
    Array.isArray(body['entry']) &&
    body['entry'].some(
      (entry) => isObject(entry) && isObject(entry['resource']) && entry['resource']['resourceType'] === type,
    );

/**
 * The person's queued writes, newest first.
 * @param onSent called when there are fewer than before, as the server may have them now
 */
export function useWaiting(holds: WritePredicate, onSent: () => void): readonly WaitingWrite[] {
  const writes = useStore(useHost().request.waiting);
  const patientId = usePatient().viewed?.id;
  const mine = writes
    .filter((write) => write.patientId === patientId && isObject(write.body) && holds(write.body))
    .toReversed();
  const latest = useRef(onSent);
  useEffect(() => {
    latest.current = onSent;
  }, [onSent]);
  const before = useRef(mine.length);
  useEffect(() => {
    if (mine.length < before.current) latest.current();
    before.current = mine.length;
  }, [mine.length]);
  return mine;
}
