import type { RequestPort } from '@phr/contract/host-api';
import { readSearchset } from '@phr/fhir/bundle';
import { importProvenance } from '@phr/fhir/imports';
import { lenientObject, list, number, text } from '@phr/fhir/json';

/** The original of an import. */
export interface Original {
  readonly fileName: string;
  /** In hexadecimal digits. */
  readonly sha256: string;
}

/** An import that was made before. */
export interface EarlierImport {
  readonly id: string;
  /** ISO 8601. */
  readonly at: string;
  readonly fileName: string;
  readonly by?: string;
}

/** What became of an import that was taken back. */
export interface UndoneImport {
  readonly deleted: number;
  /** Entries that stay: changed since, or not the person's own. */
  readonly kept: number;
}

const begun = lenientObject({ data: lenientObject({ id: text }) });
const undone = lenientObject({ data: lenientObject({ deleted: number, kept: list(lenientObject({ id: text })) }) });

/**
 * Starts an import and returns its id, used for undo. Rejects with AppError.
 * @param key stable across retries of one import
 */
export async function beginImport(
  request: RequestPort,
  patientId: string,
  original: Original,
  key: string,
): Promise<string> {
  const { body } = await request.send({
    service: 'phr',
    method: 'POST',
    path: '/api/phr/import',
    body: { patientId, ...original },
    idempotencyKey: key,
  });
  const id = begun(body)?.data?.id;
  if (id === undefined) throw new TypeError('An import has an id');
  return id;
}

/** Undoes an import, except entries changed since. Rejects with AppError. */
export async function undoImport(request: RequestPort, importId: string): Promise<UndoneImport> {
  const { body } = await request.send({
    service: 'phr',
    method: 'POST',
    path: `/api/phr/import/${importId}/undo`,
    body: {},
  });
  const { deleted = 0, kept = [] } = undone(body)?.data ?? {};
  return { deleted, kept: kept.length };
}

/** The latest imports into a record, newest first. */
export async function fetchImports(
  request: RequestPort,
  patientId: string,
  signal: AbortSignal,
): Promise<readonly EarlierImport[]> {
  const { body } = await request.send({
    service: 'fhir',
    method: 'GET',
    path: `/Patient/${patientId}/Provenance`,
    query: { _sort: '-date', _count: 20 },
    signal,
  });
  return readSearchset(body, importProvenance, 'Provenance').resources.flatMap(
    ({ id, recorded, agent, entity }): readonly EarlierImport[] => {
      const by = agent?.[0]?.who?.display;
      return id === undefined || recorded === undefined
        ? []
        : [
            {
              id,
              at: recorded,
              fileName: entity?.[0]?.what?.display ?? id,
              ...(by === undefined ? {} : { by }),
            },
          ];
    },
  );
}
