import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import type { SignedTokens } from '../../kit/signed-token.ts';
import { networkOfCall } from '../../kit/network.ts';
import { createCounter, type UsageCounts } from '../../kit/usage-counts.ts';
import { checkAddress, parseBody } from '../../kit/parse.ts';
import { ServerError } from '../../kit/server-error.ts';
import { described } from '../../kit/route-schema.ts';
import type { Vendor, VendorFile } from './vendor.ts';

const Query = z.object({ id: z.string().min(1).max(200), qr: z.string().min(1).max(400) });
const Token = z.object({ t: z.string().max(6_000) });
const PATH = '/api/services/vendor/patientapp';
const Listed = z.union([z.object({ Result: z.array(z.string().startsWith(PATH)) }), z.object({ Error: z.string() })]);

/** Wrong codes allowed per IP address and hour. */
const WRONG_TRIES = 20;
/** Seconds in which the files of a list can be opened. */
const FILE_SECONDS = 900;
/** Forwarded content types; others are rejected. */
const DOCUMENT = /^application\/pdf$/;
const TYPES = /^(?:application\/(?:pdf|dicom)|image\/(?:jpeg|png|gif))$/;

/**
 * A facility's files behind a QR code. The browser calls us without token or secret; we add the facility's secret
 * . Listed URLs are replaced by our signed paths, so that the CSP needs no foreign origin and nobody can make us
 * call other servers.
 */
export function registerEmr(app: FastifyInstance, vendor: Vendor, tokens: SignedTokens, counts: UsageCounts): void {
  const wrong = createCounter(counts, 'wrong-code', WRONG_TRIES, 3_600_000);
  const blocked = new Map<string, number>();

  const guarded = async <T>(network: string, work: () => Promise<T>): Promise<T> => {
    const hour = Math.floor(Date.now() / 3_600_000);
    if (blocked.get(network) === hour) {
      throw new ServerError('TOO_MANY_REQUESTS', 'Too many wrong codes', {
        retryAfter: Math.ceil(((hour + 1) * 3_600_000 - Date.now()) / 1_000),
      });
    }
    try {
      return await work();
    } catch (error) {
      if (
        error instanceof ServerError &&
        (error.code === 'NOT_FOUND' || error.code === 'QR_EXPIRED') &&
        !(await wrong.take(network))
      ) {
        if (blocked.size > 10_000) blocked.clear();
        blocked.set(network, hour);
      }
      throw error;
    }
  };

  app.get(
    `${PATH}/docs`,
    described({
      service: 'emr',
      summary: 'The document behind a facility’s QR code.',
      security: 'none',
      query: Query,
      answerType: 'application/pdf',
      errors: ['QR_EXPIRED', 'UNAVAILABLE'],
    }),
    async (request, reply) => {
      checkAddress(request);
      const access = parseBody(Query, request.query);
      const file = await guarded(networkOfCall(request), () => vendor.document(access));
      return pass(reply, file, DOCUMENT);
    },
  );

  for (const kind of ['images', 'dicomimages'] as const) {
    app.get(
      `${PATH}/${kind}`,
      described({
        service: 'emr',
        summary:
          kind === 'images'
            ? 'Paths of the pictures behind a facility’s QR code.'
            : 'Paths of the DICOM files behind a facility’s QR code.',
        security: 'none',
        query: Query,
        answer: Listed,
        errors: ['QR_EXPIRED', 'UNAVAILABLE'],
      }),
      async (request) => {
        checkAddress(request);
        const access = parseBody(Query, request.query);
        const listed = await guarded(networkOfCall(request), () => vendor.list(kind, access));
        if ('error' in listed) return { Error: listed.error };
        return {
          Result: listed.result.map((address) => `${PATH}/files?t=${tokens.make({ address }, FILE_SECONDS)}`),
        } satisfies z.input<typeof Listed>;
      },
    );
  }

  app.get(
    `${PATH}/files`,
    described({
      service: 'emr',
      summary: 'One file of a list.',
      security: 'signed',
      query: Token,
      answerType: 'application/octet-stream',
      errors: ['QR_EXPIRED', 'UNAVAILABLE'],
    }),
    async (request, reply) => {
      const facts = tokens.read(parseBody(Token, request.query).t);
      if (facts === 'expired') throw new ServerError('QR_EXPIRED', 'The address has expired');
      if (facts?.['address'] === undefined) throw new ServerError('ACCESS_DENIED', 'The address was altered');
      const file = await vendor.file(facts['address']);
      return pass(reply, file, TYPES);
    },
  );
}

/**
 * Forwards a facility's file of an allowed type.
 * @throws ServerError NOT_FOUND
 */
function pass(reply: FastifyReply, file: VendorFile | undefined, wanted: RegExp): FastifyReply {
  if (file === undefined || !wanted.test(file.contentType)) {
    file?.body.destroy();
    throw new ServerError('NOT_FOUND', 'The file was not found');
  }
  const { contentType, size, body } = file;
  return reply
    .headers({
      'content-disposition': 'attachment',
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      ...(size === undefined ? {} : { 'content-length': size }),
    })
    .type(contentType)
    .send(body);
}
