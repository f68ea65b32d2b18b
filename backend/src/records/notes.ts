import { createHash } from 'node:crypto';
import { isObject } from '@phr/fhir/json';
import type { Sql } from '../kit/platform.ts';
import type { Actor } from '../fhir/actor.ts';
import { parseJson } from '../kit/content/json-text.ts';
import { textAt, valuesAt, type Resource } from '../fhir/resource.ts';

/** Author of a note: its form in FHIR Annotation, and identity. */
export interface NoteWriter {
  readonly id: string;
  readonly author: { readonly authorReference: object } | { readonly authorString: string };
}

/** The person behind a call; for a partner's page, the person who agreed to it. */
export async function noteWriter(sql: Sql, userId: string, patientId: string | undefined): Promise<NoteWriter> {
  const [row] = await sql.query<{ box_user: string; full_name: string | null; own: boolean }>(
    `select one.box_user, a.full_name, exists (select from access s where s.user_id = one.box_user and s.patient_id = $2 and s.source = 'self' and s.revoked_at is null) as own
       from (select coalesce((select b.box_user from partner_link l join account b on b.id = l.account_id where l.principal = $1), $1) as box_user) one
       left join account a on a.box_user = one.box_user`,
    [userId, patientId ?? null],
  );
  const { box_user: boxUser, full_name: name, own } = row ?? { box_user: userId, full_name: null, own: false };
  const id = `by-${createHash('sha256').update(`note ${boxUser}`).digest('hex').slice(0, 16)}`;
  if (own && patientId !== undefined)
    return {
      id,
      author: { authorReference: { reference: `Patient/${patientId}`, ...(name === null ? {} : { display: name }) } },
    };
  return { id, author: { authorString: name ?? boxUser } };
}

/** A note in its writer's name, of this moment. */
export function signedNote({ id, author }: NoteWriter, text: string): object {
  return { id, ...author, time: new Date().toISOString(), text };
}

/** True for an unsigned note. */
export function isUnsigned(note: Readonly<Record<string, unknown>>): boolean {
  return note['authorReference'] === undefined && note['authorString'] === undefined;
}

/** Signs a person's notes in an entry. `before` is the stored version, if any. */
export type SignNotes = (
  resource: Resource,
  of: { readonly before: string | undefined; readonly patientId: string | undefined },
) => Promise<Resource>;

/**
 * The server sets author and time of a person's notes. Existing notes and quotations (`authorString`) are unchanged.
 * The author is looked up once per transaction.
 */
export function createSignNotes(sql: Sql, actor: Actor): SignNotes {
  const writers = new Map<string | undefined, Promise<NoteWriter>>();
  const writerIn = (patientId: string | undefined): Promise<NoteWriter> => {
    const writer = writers.get(patientId) ?? noteWriter(sql, actor.userId, patientId);
    writers.set(patientId, writer);
    return writer;
  };

  return async (resource, { before, patientId }) => {
    const { note } = resource;
    if (actor.kind !== 'person' || !Array.isArray(note)) return resource;
    const stored = new Map(
      valuesAt(before === undefined || before === '' ? undefined : parseJson(before), 'note').map((one) => [
        textAt(one, 'text'),
        one,
      ]),
    );
    const signed: unknown[] = [];
    for (const one of note as readonly unknown[]) {
      const storedNote = stored.get(textAt(one, 'text'));
      if (storedNote !== undefined || !isObject(one) || one['authorString'] !== undefined)
        signed.push(storedNote ?? one);
      else {
        const { authorReference: _claimed, ...rest } = one;
        signed.push({ ...rest, ...signedNote(await writerIn(patientId), textAt(one, 'text') ?? '') });
      }
    }
    return { ...resource, note: signed };
  };
}
