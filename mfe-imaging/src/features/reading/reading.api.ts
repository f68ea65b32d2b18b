import { AppError } from '@phr/contract/app-error';
import type { RequestPort } from '@phr/contract/host-api';
import { list, lenientObject, text } from '@phr/fhir/json';

/** Kind of image: chest or breast. */
export type ReadingApp = 'cxr' | 'mmg';

export interface ReadingRequest {
  readonly reportId: string;
  /** URL of the picture's file. */
  readonly address: string;
  readonly app: ReadingApp;
  /** Laterality and projection of a breast image, '' for a chest. */
  readonly viewName: string;
  /** The same for retries, so that a picture is read once. */
  readonly idempotencyKey: string;
}

/** Result: a report, or still in progress at the vendor. */
export interface ReadingAnswer {
  readonly reportId: string;
  readonly codeText: string;
  readonly status: 'done' | 'in-progress';
  readonly hasPictures: boolean;
}

/** readings take the vendor a while */
const RESPONSE_WAIT_MS = 90_000;

const wire = lenientObject({
  reportId: text,
  codeText: text,
  status: text,
  images: list(lenientObject({ url: text })),
});

/**
 * Requests a reading of a picture.
 * @throws AppError, including IMAGE_TOO_SMALL and NO_CLASSIFICATION
 */
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
