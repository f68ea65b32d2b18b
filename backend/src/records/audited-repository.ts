import { auditingRefusals, type NoteRefusal } from '../access/refused-tries.ts';
import type { Repository } from './repository.ts';

/**
 * A repository that audits refusals. Not within a caller's transaction, where auditing would need a second connection
 * or be rolled back.
 */
export function auditedRepository(repository: Repository, note: NoteRefusal): Repository {
  return {
    ...repository,
    read: (actor, type, id, sql) =>
      sql === undefined
        ? auditingRefusals(note, () => repository.read(actor, type, id))
        : repository.read(actor, type, id, sql),
    vread: (...call) => auditingRefusals(note, () => repository.vread(...call)),
    history: (...call) => auditingRefusals(note, () => repository.history(...call)),
    search: (actor, type, query, options) =>
      options?.sql === undefined
        ? auditingRefusals(note, () => repository.search(actor, type, query, options))
        : repository.search(actor, type, query, options),
    searchset: (...call) => auditingRefusals(note, () => repository.searchset(...call)),
    create: (actor, resource, options) =>
      options?.sql === undefined
        ? auditingRefusals(note, () => repository.create(actor, resource, options))
        : repository.create(actor, resource, options),
    update: (actor, resource, options) =>
      options?.sql === undefined
        ? auditingRefusals(note, () => repository.update(actor, resource, options))
        : repository.update(actor, resource, options),
    delete: (actor, type, id, options) =>
      options?.sql === undefined
        ? auditingRefusals(note, () => repository.delete(actor, type, id, options))
        : repository.delete(actor, type, id, options),
    transaction: (actor, writes, sql) =>
      sql === undefined
        ? auditingRefusals(note, () => repository.transaction(actor, writes))
        : repository.transaction(actor, writes, sql),
    everything: (...call) => auditingRefusals(note, () => repository.everything(...call)),
  };
}
