import type { FastifyReply, FastifyRequest } from 'fastify';
import { actorOf, type Actor } from '../../fhir/actor.ts';
import type { Caller, Platform, Sql } from '../../kit/platform.ts';
import { withIdempotency } from '../../kit/idempotency.ts';
import { checkAddress } from '../../kit/parse.ts';
import { createNoteRefusal, noting } from '../../access/refused-tries.ts';
import { fhirCall } from './fhir-call.ts';
import { sendAnswer, wrapped } from './send.ts';

/** One call of a signed-in person: who it is, what that person may do, and for writes the transaction that everything must use. */
export interface ReadCall {
  readonly caller: Caller;
  readonly actor: Actor;
}

export interface WriteCall extends ReadCall {
  readonly sql: Sql;
}

export interface ServiceCalls {
  /** Answers `{ data }` with the JSON text that `work` makes. */
  read(request: FastifyRequest, reply: FastifyReply, work: (call: ReadCall) => Promise<string>): Promise<FastifyReply>;
  /** The same in one transaction, and once for each Idempotency-Key. `follow` runs when it is committed and before the answer, also for a key that was used before. */
  write(
    request: FastifyRequest,
    reply: FastifyReply,
    work: (call: WriteCall) => Promise<string>,
    follow?: () => Promise<void>,
  ): Promise<FastifyReply>;
}

/** The frame of all calls of our services: token, rights, one transaction, no doubles, refusals of the record server in the catalogue's words. */
export function createServiceCalls({ access, auth, db }: Pick<Platform, 'access' | 'auth' | 'db'>): ServiceCalls {
  const note = createNoteRefusal(db);
  return {
    async read(request, reply, work) {
      const caller = await auth.authenticate(request);
      checkAddress(request);
      const body = await noting(note, () =>
        fhirCall(async () => work({ caller, actor: await actorOf(access, caller, 'service') })),
      );
      return sendAnswer(reply, wrapped(body));
    },

    async write(request, reply, work, follow) {
      const caller = await auth.authenticate(request);
      checkAddress(request);
      const answer = await noting(note, () =>
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
