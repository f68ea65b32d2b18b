import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { parseBody } from '../../kit/parse.ts';
import { described } from '../../kit/route-schema.ts';
import type { ServiceCalls } from '../phr/service-call.ts';
import type { Inbox } from './inbox.ts';
import { KINDS } from './inbox-event.ts';

const EntryId = z.string().regex(/^\d{1,18}$/);
const MOST = 50;
const Query = z.object({
  before: EntryId.optional().meta({ description: 'Entries older than this one' }),
  count: z.coerce.number().int().min(1).max(MOST).default(20),
});
const Page = z.object({
  entries: z.array(
    z.object({
      id: EntryId,
      patientId: z.string().meta({ description: 'Whose record the thing is in' }),
      kind: z.enum(KINDS),
      reference: z.string().meta({ description: 'The thing, e.g. Appointment/42; what it says is read there' }),
      createdAt: z.iso.datetime(),
      read: z.boolean(),
    }),
  ),
  next: EntryId.optional().meta({ description: '`before` of the next page; absent on the last one' }),
});
const Count = z.object({ unread: z.int() });
const Read = z.union([
  z.strictObject({ ids: z.array(EntryId).min(1).max(200) }),
  z.strictObject({ all: z.literal(true) }),
]);

/**
 * The caller's inbox: codes and references, no record content. Beyond the catalogue, so clients must work without it.
 * Entries of records the caller may no longer read are neither listed, counted nor marked.
 */
export function registerInbox(app: FastifyInstance, calls: ServiceCalls, inbox: Inbox): void {
  const beyond = 'Not in the catalogue: an addition of this product.';
  const common = { service: 'phr', security: 'bearer', access: 'user', wrapped: true } as const;
  app.get(
    '/api/phr/inbox',
    described({
      ...common,
      summary: `What the caller was told of, newest first. ${beyond}`,
      query: Query,
      answer: Page,
    }),
    (request, reply) =>
      calls.read(request, reply, async ({ caller: { userId } }) => {
        const { before, count } = parseBody(Query, request.query);
        // one extra row tells whether there is a next page
        const found = await inbox.list(userId, { before, count: count + 1 });
        const entries = found.slice(0, count);
        const next = found.length > count ? entries.at(-1)?.id : undefined;
        return JSON.stringify({ entries, ...(next === undefined ? {} : { next }) });
      }),
  );
  app.get(
    '/api/phr/inbox/count',
    described({ ...common, summary: `How much of it is unread. ${beyond}`, answer: Count }),
    (request, reply) =>
      calls.read(request, reply, async ({ caller: { userId } }) =>
        JSON.stringify({ unread: await inbox.unread(userId) }),
      ),
  );
  app.post(
    '/api/phr/inbox/read',
    described({
      ...common,
      summary: `Marks entries as read, or all of them; ids that are not the caller's do nothing. ${beyond}`,
      body: Read,
      answer: Count,
    }),
    (request, reply) =>
      calls.write(request, reply, async ({ caller: { userId }, sql }) => {
        const body = parseBody(Read, request.body);
        await inbox.markRead(sql, userId, 'ids' in body ? body.ids : 'all');
        return JSON.stringify({ unread: await inbox.unread(userId, sql) });
      }),
  );
}
