import { identifier as readIdentifier } from '@phr/fhir/datatypes';
import { identifierOf } from '@phr/fhir/identifiers';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Repository } from '../../records/repository.ts';
import { valuesAt } from '../../fhir/resource.ts';
import type { Config } from '../../kit/config.ts';
import { parseBody } from '../../kit/parse.ts';
import { must } from '../../access/policy.ts';
import { ServerError } from '../../kit/server-error.ts';
import { described } from '../../kit/route-schema.ts';
import { ById, Instant } from './fields.ts';
import { qrPicture } from './qr-picture.ts';
import type { ServiceCalls } from './service-call.ts';
import type { SignedTokens } from '../../kit/signed-token.ts';

const QrCode = z.object({ pid: z.string(), content: z.url(), image: z.string(), expiresAt: Instant });
const Token = z.object({ t: z.string().max(400) });
const Checked = z.object({ pid: z.string() });

/** Seconds that a personal code can be scanned. */
const LIFE_SECONDS = 300;

/**
 * Personal QR code with a signed link that expires after five minutes, so that old pictures open nothing and only the
 * server can make one. It reveals the patient's internal id, with which a facility finds its existing record.
 */
export function registerQr(
  app: FastifyInstance,
  config: Config,
  calls: ServiceCalls,
  repository: Repository,
  tokens: SignedTokens,
): void {
  app.get(
    '/api/phr/qr/generator/pid/:id',
    described({
      service: 'phr',
      summary: 'A QR code that names a patient for five minutes.',
      security: 'bearer',
      wrapped: true,
      params: ById,
      answer: QrCode,
    }),
    (request, reply) =>
      calls.read(request, reply, async ({ actor }) => {
        const { id } = parseBody(ById, request.params);
        const { content: patient } = await repository.read(actor, 'Patient', id);
        // the scanner finds the record by it
        must(actor, 'share', { type: 'Patient', patientId: id });
        const identifiers = valuesAt(JSON.parse(patient), 'identifier')
          .map(readIdentifier)
          .filter((one) => one !== undefined);
        const pid = identifierOf(identifiers, 'PI') ?? id;
        const expires = new Date(Math.floor(Date.now() / 1_000) * 1_000 + LIFE_SECONDS * 1_000);
        const content = `${config.services.phr === '' ? config.shellOrigin : config.services.phr}/api/ano/phr/qr?t=${tokens.make({ pid }, LIFE_SECONDS)}`;
        return JSON.stringify({
          pid,
          content,
          image: `data:image/png;base64,${qrPicture(content).toString('base64')}`,
          expiresAt: expires.toISOString(),
        } satisfies z.input<typeof QrCode>);
      }),
  );

  app.get(
    '/api/ano/phr/qr',
    described({
      service: 'phr',
      summary: 'What a scanned personal QR code says.',
      security: 'signed',
      wrapped: true,
      query: Token,
      answer: Checked,
      errors: ['QR_EXPIRED'],
    }),
    async (request) => {
      const facts = tokens.read(parseBody(Token, request.query).t);
      if (facts === 'expired') throw new ServerError('QR_EXPIRED', 'This code has expired');
      if (facts?.['pid'] === undefined) throw new ServerError('ACCESS_DENIED', 'This code is not ours');
      return { data: { pid: facts['pid'] } satisfies z.input<typeof Checked> };
    },
  );
}
