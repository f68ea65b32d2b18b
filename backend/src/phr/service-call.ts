import type { FastifyReply, FastifyRequest } from 'fastify';
import { actorOf, type Actor } from '../fhir/actor.ts';
import { FhirError } from '../fhir/fhir-error.ts';
import { checkJson } from '../fhir/validate.ts';
import type { Caller, Platform, Sql } from '../platform.ts';
import { once } from '../security/idempotency.ts';
import { ServerError } from '../security/server-error.ts';
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
  write(request: FastifyRequest, reply: FastifyReply, work: (call: WriteCall) => Promise<string>, follow?: () => Promise<void>): Promise<FastifyReply>;
}

/** The frame of all calls of our services: token, rights, one transaction, no doubles, refusals of the record server in the catalogue's words. */
export function createServiceCalls({ access, auth, db }: Pick<Platform, 'access' | 'auth' | 'db'>): ServiceCalls {
  return {
    async read(request, reply, work) {
      const caller = await auth.authenticate(request);
      refuseOddJson(request);
      const body = await fhirCall(async () => work({ caller, actor: await actorOf(access, caller, 'service') }));
      return sendAnswer(reply, wrapped(body));
    },

    async write(request, reply, work, follow) {
      const caller = await auth.authenticate(request);
      refuseOddJson(request);
      const answer = await fhirCall(() => once(db, request, caller, async (sql) =>
        wrapped(await work({ caller, sql, actor: await actorOf(access, caller, 'service', sql) }))));
      if (follow !== undefined) await fhirCall(follow);
      return sendAnswer(reply, answer);
    },
  };
}

/** What cannot be stored (U+0000, endless nesting, numbers beyond all bounds) is refused before anything looks at it. */
export function refuseOddJson(request: FastifyRequest): void {
  try {
    checkJson([request.params, request.query, request.body]);
  } catch (error) {
    if (error instanceof FhirError) throw new ServerError('FORM_INPUT_INVALID', error.message, { cause: error, detail: { message: 'body' } });
    throw error;
  }
}
