import type { FastifyBaseLogger } from 'fastify';
import { readSource } from '@phr/fhir/source';
import type { Actor } from '../fhir/actor.ts';
import { isOwn } from './authorship.ts';
import { textAt } from '../fhir/resource.ts';
import type { Written } from '../fhir/write-request.ts';
import type { Db, Sql } from '../kit/platform.ts';
import type { FileStore } from '../storage/file-store.ts';
import { typeOfKey } from '../storage/file-types.ts';
import { isKey } from '../storage/signed-address.ts';

export interface OrphanFileCleaner {
  /** Records files of deleted or replaced entries in the same transaction, and removes them afterwards. */
  onWritten(sql: Sql, actor: Actor, written: readonly Written[]): Promise<void>;
  /** Removes files left by a crash; also runs after each delete. */
  sweep(): Promise<void>;
}

/** True for a key whose file was or will be removed: it is never written again. */
export async function wasRemoved(sql: Sql, key: string): Promise<boolean> {
  return (
    (
      await sql.query(
        'select key from file_removed where key = $1 union all select key from file_removal where key = $1',
        [key],
      )
    ).length > 0
  );
}

async function isKept(sql: Sql, key: string): Promise<boolean> {
  return (await sql.query('select key from file_kept where key = $1', [key])).length > 0;
}

/** Where files are named. */
export interface RecordTexts {
  /** JSON text of a transaction's entries before the change; undefined if unknown. */
  before(sql: Sql, changed: Written): Promise<string | undefined>;
  /** True if an entry of the patient's record contains this text after the transaction. */
  mention(sql: Sql, patientId: string, text: string): Promise<boolean>;
  /**
   * JSON texts of earlier versions (including deleted) containing this text; absent if versions are stored elsewhere.
   */
  versions?(sql: Sql, patientId: string, text: string): Promise<readonly string[]>;
}

/**
 * Removes the files of deleted entries, and those no longer referenced after an update (a new profile photo), whichever
 * service wrote it. Keys are stored with the change, so that files are removed even after a crash or an outage of the
 * storage. Files referenced by another entry of the patient stay, as do all that any version of a professional's entry
 * ever referenced: only files uploaded for the person's own entries are removed.
 */
export function createOrphanFileCleaner(
  db: Db,
  store: Pick<FileStore, 'remove'>,
  log: FastifyBaseLogger,
  texts: RecordTexts = ownTexts,
): OrphanFileCleaner {
  const sweep = async (): Promise<void> => {
    for (const { key } of await db.query<{ key: string }>(
      'select key from file_removal order by created_at limit 1000',
    )) {
      await store.remove(key);
      await db.query(
        `with gone as (delete from file_removal where key = $1 returning key)
         insert into file_removed (key) select key from gone on conflict do nothing`,
        [key],
      );
    }
  };

  return {
    sweep,
    async onWritten(sql, actor, written) {
      const keys = new Set<string>();
      for (const one of written) {
        const { outcome, patientId, content } = one;
        // imports and seeds update hundreds of entries without personal files; professionals' earlier references are
        // found in versions or recorded
        const isImport = outcome === 'updated' && actor.kind === 'system';
        const isGone = outcome === 'deleted' || outcome === 'updated';
        if (!isGone || patientId === undefined || (isImport && texts.versions !== undefined)) continue;
        const before = (await texts.before(sql, one)) ?? '';
        const named = keysIn(before, patientId);
        if (isProfessionals(before)) {
          if (named.length > 0)
            await sql.query('insert into file_kept (key) select unnest($1::text[]) on conflict do nothing', [named]);
          continue;
        }
        if (isImport) continue;
        const still = new Set(keysIn(content, patientId));
        for (const key of named) {
          if (still.has(key) || (await texts.mention(sql, patientId, key)) || (await isKept(sql, key))) continue;
          if ((await texts.versions?.(sql, patientId, key))?.some(isProfessionals) === true) continue;
          for (const left of withMetadata(key)) keys.add(left);
        }
      }
      if (keys.size === 0) return;
      await sql.query('insert into file_removal (key) select unnest($1::text[]) on conflict do nothing', [[...keys]]);
      sql.afterCommit?.(() => {
        sweep().catch((error: unknown) => log.warn({ err: error }, 'files of deleted entries are removed later'));
      });
    },
  };
}

/** The texts of our own record server. */
const ownTexts: RecordTexts = {
  async before(sql, { type, id, version }) {
    const [row] = await sql.query<{ content: string }>(
      'select content from fhir_history where type = $1 and id = $2 and version = $3',
      [type, id, Number(version) - 1],
    );
    return row?.content;
  },
  versions: async (sql, patientId, text) =>
    (
      await sql.query<{ content: string }>(
        `select h.content from fhir_resource r join fhir_history h using (type, id) where r.patient_id = $1 and not r.deleted and strpos(h.content, $2) > 0
      union all select h.content from fhir_resource r join fhir_history h using (type, id) where r.patient_id = $1 and r.deleted and strpos(h.content, $2) > 0`,
        [patientId, text],
      )
    ).map(({ content }) => content),
  mention: async (sql, patientId, text) =>
    (
      await sql.query(
        `select from fhir_resource where patient_id = $1 and not deleted and strpos(content, $2) > 0 limit 1`,
        [patientId, text],
      )
    ).length > 0,
};

/** True for an entry by someone else than the patient: by stamp, else by content (D-45). */
function isProfessionals(content: string): boolean {
  return content !== '' && !isOwn({ content, source: readSource(textAt(JSON.parse(content), 'meta.source')) ?? null });
}

/** Keys of the patient's files referenced anywhere in a resource's JSON text. */
function keysIn(content: string, patientId: string): readonly string[] {
  const keys = [...content.matchAll(/"([^"\\]{1,400})"/g)]
    .map(([, text = '']) => text)
    .filter((text) => text.startsWith(`${patientId}/`) && isKey(text) && typeOfKey(text) !== undefined);
  return [...new Set(keys)];
}

/** A DICOM file's metadata file is referenced by nothing. */
function withMetadata(key: string): readonly string[] {
  return key.endsWith('.dcm') ? [key, key.replace(/\.dcm$/, '.json')] : [key];
}
