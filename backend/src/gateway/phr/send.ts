import type { FastifyReply } from 'fastify';
import type { Answer } from '../../kit/idempotency.ts';

/** An answer of JSON text that is stored already, wrapped as the catalogue asks. */
export function wrapped(json: string, status = 200): Answer {
  return { status, body: `{"data":${json}}` };
}

export function sendAnswer(reply: FastifyReply, answer: Answer): FastifyReply {
  return reply.code(answer.status).type('application/json; charset=utf-8').send(answer.body);
}
