import { AppError } from '@phr/contract/app-error';
import type { RequestPort } from '@phr/contract/host-api';
import { list, lenientObject, text } from '@phr/fhir/json';

/** What is read: a chest or a breast image. */
export type ReadingApp = 'cxr' | 'mmg';

export interface ReadingRequest {
  readonly reportId: string;
  /** Address of the picture's file. */
  readonly address: string;
  readonly app: ReadingApp;
  /** Side and projection of a breast image, '' for a chest. */
  readonly viewName: string;
  /** The same for a repeat, so that one picture is read once. */
  readonly idempotencyKey: string;
}

/** What came of it: a report of its own, or that the vendor still works. */
export interface ReadingAnswer {
  readonly reportId: string;
  readonly codeText: string;
  readonly status: 'done' | 'in-progress';
  readonly hasPictures: boolean;
}

/** A vendor takes its time. */
const RESPONSE_WAIT_MS = 90_000;

const wire = lenientObject({
  reportId: text,
  codeText: text,
  status: text,
  images: list(lenientObject({ url: text })),
});

/** Has a picture read. @throws AppError, IMAGE_TOO_SMALL and NO_CLASSIFICATION among them */
export async function requestReading(
  request: RequestPort,
  { reportId, address, app, viewName, idempotencyKey }: ReadingRequest,
): Promise<ReadingAnswer> {
  const { body } = await request.send({
    service: 'phr',
    method: 'POST',
    path: `/api/phr/lunit-ai/${app}`,
    body: { diagnosticId: reportId, dcmUrl: address, app, viewName },
    idempotencyKey,
    timeoutMs: RESPONSE_WAIT_MS,
  });
  const read = wire(body);
  if (read?.reportId === undefined) throw new AppError({ code: '500' });
  return {
    reportId: read.reportId,
    codeText: read.codeText ?? '',
    status: read.status === 'done' ? 'done' : 'in-progress',
    hasPictures: read.images !== undefined,
  };
}
