import type { FastifyReply, FastifyRequest } from 'fastify';
import { actorOf, type Actor } from '../../fhir/actor.ts';
import type { Caller, Platform, Sql } from '../../kit/platform.ts';
import { withIdempotency } from '../../kit/idempotency.ts';
import { checkAddress } from '../../kit/parse.ts';
import { createNoteRefusal, auditingRefusals } from '../../access/refused-tries.ts';
import { fhirCall } from './fhir-call.ts';
import { sendAnswer, wrapped } from './send.ts';

/** A signed-in person's call: actor, rights, and for writes the transaction to use. */
export interface ReadCall {
  readonly caller: Caller;
  readonly actor: Actor;
}

export interface WriteCall extends ReadCall {
  readonly sql: Sql;
}

export interface ServiceCalls {
  /** Responds `{ data }` with the JSON text returned by `work`. */
  read(request: FastifyRequest, reply: FastifyReply, work: (call: ReadCall) => Promise<string>): Promise<FastifyReply>;
  /**
   * The same in one transaction, once per Idempotency-Key. `follow` runs after commit and before the response, also for
   * repeated keys.
   */
  write(
    request: FastifyRequest,
    reply: FastifyReply,
    work: (call: WriteCall) => Promise<string>,
    follow?: () => Promise<void>,
  ): Promise<FastifyReply>;
}

/** Frame of all service calls: token, rights, one transaction, idempotency, and the catalogue's error format. */
export function createServiceCalls({ access, auth, db }: Pick<Platform, 'access' | 'auth' | 'db'>): ServiceCalls {
  const note = createNoteRefusal(db);
  return {
    async read(request, reply, work) {
      const caller = await auth.authenticate(request);
      checkAddress(request);
      const body = await auditingRefusals(note, () =>
        fhirCall(async () => work({ caller, actor: await actorOf(access, caller, 'service') })),
      );
      return sendAnswer(reply, wrapped(body));
    },

    async write(request, reply, work, follow) {
      const caller = await auth.authenticate(request);
      checkAddress(request);
      const answer = await auditingRefusals(note, () =>
        fhirCall(() =>
          withIdempotency(db, request, caller, async (sql) =>
            wrapped(await work({ caller, sql, actor: await actorOf(access, caller, 'service', sql) })),
          ),
        ),
      );
      if (follow !== undefined) await fhirCall(follow);
      return sendAnswer(reply, answer);
    },
  };
}
