import type { OpenDatabase } from './database.ts';
import { createConsentRights } from '../access/consent-rights.ts';
import { createUploadLimits, personOf } from '../gateway/files/upload-limits.ts';
import { createWordCheck } from '../gateway/written-words.ts';
import type { Inbox } from '../gateway/inbox/inbox.ts';
import { isOfToday } from '../gateway/inbox/dangerous-readings.ts';
import { isNotifiable } from '../gateway/inbox/inbox-event.ts';
import type { Outbox } from '../gateway/realtime/outbox.ts';
import type { Config } from '../kit/config.ts';
import type { Platform } from '../kit/platform.ts';
import type { AttachmentFiles } from '../records/move-attachments.ts';
import { createOrphanFileCleaner } from '../records/orphan-files.ts';
import { createRepository } from '../records/postgres/repository.ts';
import type { WriteContext } from '../records/postgres/write-context.ts';
import { createUpstreamRecords } from '../records/upstream/records.ts';
import type { FileStore } from '../storage/file-store.ts';

type OnWritten = NonNullable<WriteContext['onWritten']>;

/** What the records need of their installation. */
interface RecordsNeed extends Pick<Platform, 'log' | 'access' | 'audit' | 'counts'> {
  readonly outbox: Outbox;
  readonly inbox: Inbox;
  readonly store: FileStore;
}

/**
 * Opens the records: `repository` is our own database's, or another server's behind our rights (`foreign`). Each write
 * also updates consent rights, orphaned files, and notifications.
 */
export function openRecords(
  config: Config,
  database: OpenDatabase,
  { log, access, audit, counts, outbox, inbox, store }: RecordsNeed,
) {
  const { db } = database;
  const uploadLimits = createUploadLimits(counts, config.limits);
  const files: AttachmentFiles = {
    store,
    count: (userId, bytes) => uploadLimits.take({ person: personOf(userId) }, bytes),
  };
  const consentRights = createConsentRights(audit);
  const words = createWordCheck(() => repository, log);
  const followUp: OnWritten = async (sql, actor, written) => {
    await leftFiles.onWritten(sql, actor, written);
    await consentRights(sql, actor, written);
    await inbox.onWritten(sql, actor, written);
  };
  const onWritten: OnWritten = async (sql, actor, written) => {
    words.note(actor, written);
    await outbox.onWritten(sql, actor, written);
    await followUp(sql, actor, written);
  };
  const ownRecords = createRepository({
    db,
    access,
    audit,
    events: {
      ...outbox.events,
      of: (actor, written) => {
        words.note(actor, written);
        return outbox.events.of(actor, written);
      },
    },
    onWritten: followUp,
    files,
    // nothing new orphans a file
    concerns: ({ method, type, resource }) =>
      method !== 'POST' ||
      (type === 'Observation' ? resource !== undefined && isOfToday(resource, Date.now()) : isNotifiable(type)),
  });
  const foreign =
    config.fhirUpstream === undefined
      ? undefined
      : createUpstreamRecords(config.fhirUpstream, {
          db,
          journal: database.beside(4),
          log,
          access,
          audit,
          local: ownRecords,
          cursorKey: config.secrets.cursorKey,
          onWritten,
          files,
        });
  const leftFiles = createOrphanFileCleaner(db, store, log, foreign?.texts);
  const repository = foreign?.repository ?? ownRecords;
  return { repository, ownRecords, foreign, leftFiles };
}
