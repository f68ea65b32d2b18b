import { SYSTEM_ACTOR } from '../../fhir/actor.ts';
import type { Repository } from '../../records/repository.ts';
import type { Write } from '../../fhir/write-request.ts';
import type { Db } from '../../kit/platform.ts';
import { referenceConcepts } from './concepts.ts';

/**
 * Stores new and changed reference concepts; writes nothing at an unchanged start. Operators' additional concepts stay.
 * Returns the number written.
 */
export async function loadReference(db: Db, repository: Repository): Promise<number> {
  return db.tx(async (sql) => {
    // two processes that start at the same time
    await sql.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', ['reference']);
    const rows = await sql.query<{ id: string; content: string }>(
      `select id, content from fhir_resource where type = 'Concept' and not deleted`,
    );
    const stored = new Map(rows.map(({ id, content }) => [id, withoutMeta(content)]));
    const writes = referenceConcepts()
      .filter((concept) => stored.get(concept.id) !== JSON.stringify(concept))
      .map(
        (concept): Write => ({
          method: 'PUT',
          type: 'Concept',
          id: concept.id,
          resource: { ...concept },
          expression: `Concept/${concept.id}`,
        }),
      );
    if (writes.length > 0) await repository.transaction(SYSTEM_ACTOR, writes, sql);
    return writes.length;
  });
}

function withoutMeta(content: string): string {
  const { resourceType, id, meta: _meta, ...rest } = JSON.parse(content) as Record<string, unknown>;
  return JSON.stringify({ resourceType, id, ...rest });
}
