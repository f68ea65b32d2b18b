import { Readable } from 'node:stream';
import { z } from 'zod';
import { ServerError } from '../../kit/server-error.ts';

/** A facility's scanned code: subject, and one-time secret verified by the facility. */
export interface VendorAccess {
  readonly id: string;
  readonly qr: string;
}

export interface VendorFile {
  readonly contentType: string;
  readonly size?: number;
  readonly body: Readable;
}

/**
 * A facility's server, the only one able to verify codes; failures are ServerErrors NOT_FOUND, QR_EXPIRED and
 * UNAVAILABLE.
 */
export interface Vendor {
  /** The document as PDF. */
  document(access: VendorAccess): Promise<VendorFile>;
  /** URLs of pictures or DICOM files as sent by the facility, or its message instead. */
  list(
    kind: 'images' | 'dicomimages',
    access: VendorAccess,
  ): Promise<{ readonly result: readonly string[] } | { readonly error: string }>;
  /** A listed file. Undefined for a URL outside the facility's server. */
  file(address: string): Promise<VendorFile | undefined>;
}

const notConnected = (): Promise<never> => Promise.reject(new ServerError('UNAVAILABLE', 'No facility is connected'));
/** For an installation that no facility is connected to. */
export const noVendor: Vendor = { document: notConnected, list: notConnected, file: notConnected };

const PATH = '/api/services/vendor/patientapp';
const TIMEOUT_MS = 20_000;
const MAX_LISTED = 2_000;
const Listed = z.object({
  Result: z.array(z.string().max(2_000)).max(MAX_LISTED).nullish(),
  Error: z.string().max(2_000).nullish(),
});
const Refused = z.object({ code: z.string() });

/** A facility's server over HTTP. The secret is added here and goes nowhere else (S-44). */
export function createHttpVendor({ url, secret }: { readonly url: string; readonly secret: string }): Vendor {
  const call = async (address: URL): Promise<Response> => {
    let answer: Response;
    try {
      answer = await fetch(address, {
        headers: { 'x-client-secret': secret },
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
    } catch (error) {
      throw new ServerError('UNAVAILABLE', 'The facility does not answer', { cause: error });
    }
    if (answer.ok) return answer;
    const refused = Refused.safeParse(await answer.json().catch(() => undefined));
    if (answer.status === 404 || answer.status === 410) throw new ServerError('NOT_FOUND', 'The file was not found');
    if (answer.status === 403 && refused.success && refused.data.code === 'QR_EXPIRED')
      throw new ServerError('QR_EXPIRED', 'The code has expired');
    throw new ServerError('UNAVAILABLE', 'The facility refused', { cause: new Error(`status ${answer.status}`) });
  };
  const addressOf = (kind: string, access: VendorAccess) =>
    new URL(`${url}${PATH}/${kind}?${new URLSearchParams({ ...access }).toString()}`);

  return {
    document: async (access) => fileOf(await call(addressOf('docs', access))),
    async list(kind, access) {
      const answer = await call(addressOf(kind, access));
      const parsed = Listed.safeParse(await answer.json().catch(() => undefined));
      if (!parsed.success)
        throw new ServerError('UNAVAILABLE', 'The facility answered something else', { cause: parsed.error });
      const { Result: result, Error: error } = parsed.data;
      return error === undefined || error === null || error === '' ? { result: result ?? [] } : { error };
    },
    async file(address) {
      if (!URL.canParse(address, url)) return undefined;
      const at = new URL(address, url);
      // lists may contain anything: call the facility's own server only, as the secret is sent along
      if (at.origin !== new URL(url).origin) return undefined;
      return fileOf(await call(at));
    },
  };
}

function fileOf(answer: Response): VendorFile {
  if (answer.body === null) throw new ServerError('NOT_FOUND', 'The file was not found');
  const size = Number(answer.headers.get('content-length') ?? Number.NaN);
  // the same stream with another lib's types
  const body = Readable.fromWeb(answer.body as Parameters<typeof Readable.fromWeb>[0]);
  // readers get the error by reading; an unread timed-out stream must not crash the process
  body.on('error', () => undefined);
  return {
    contentType: (answer.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '',
    ...(Number.isInteger(size) ? { size } : {}),
    body,
  };
}
