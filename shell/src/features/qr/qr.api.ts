import { lenientObject, text } from '@phr/fhir/json';
import { AppError } from '@phr/contract/app-error';
import type { Client } from '@phr/http/client';

/** A patient's personal code. */
export interface QrCode {
  /** Read out if the code cannot be scanned. */
  readonly pid: string;
  /** Content of the code. */
  readonly content: string;
  /** The code as a picture, `data:image/png`, if drawn by the server. */
  readonly image?: string;
  /** Milliseconds since 1970; absent if it does not expire. */
  readonly expiresAt?: number;
}

const wire = lenientObject({ pid: text, content: text, image: text, expiresAt: text });

/** Creates a new code for a patient. Rejects with AppError. */
export async function fetchQrCode(client: Client, patientId: string, signal: AbortSignal): Promise<QrCode> {
  const { body } = await client.send({
    service: 'phr',
    method: 'GET',
    path: `/api/phr/qr/generator/pid/${encodeURIComponent(patientId)}`,
    signal,
  });
  const read = wire(body);
  const content = read?.content;
  if (content === undefined)
    throw new AppError({ code: 'QR_ANSWER', message: 'The answer holds no code', source: 'PHR_API' });
  const expiresAt = Date.parse(read?.expiresAt ?? '');
  return {
    pid: read?.pid ?? content,
    content,
    ...(read?.image?.startsWith('data:image/png;base64,') === true && { image: read.image }),
    ...(!Number.isNaN(expiresAt) && { expiresAt }),
  };
}
