import type { FastifyReply } from 'fastify';
import type { Answer } from '../../kit/idempotency.ts';

/** Wraps stored JSON text as required by the catalogue. */
export function wrapped(json: string, status = 200): Answer {
  return { status, body: `{"data":${json}}` };
}

export function sendAnswer(reply: FastifyReply, answer: Answer): FastifyReply {
  return reply.code(answer.status).type('application/json; charset=utf-8').send(answer.body);
}
