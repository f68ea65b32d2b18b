import type { Source } from '@phr/fhir/source';
import type { FastifyBaseLogger } from 'fastify';
import type { Access, Audit, Db } from '../../kit/platform.ts';
import { createNoteRefusal } from '../../access/refused-tries.ts';
import type { RecordTexts } from '../orphan-files.ts';
import { SYSTEM_ACTOR } from '../../fhir/actor.ts';
import type { AuditedSource } from './check.ts';
import { createUpstreamRepository } from './repository.ts';
import { createUpstreamServer, type Upstream } from './server.ts';
import { createUnits, type Units } from './unit.ts';
import { auditedRepository } from '../audited-repository.ts';
import type { Repository } from '../repository.ts';
import { TYPES } from '../../fhir/resource-types.ts';
import type { WriteContext } from '../postgres/write-context.ts';

export interface UpstreamRecordsDeps {
  readonly db: Db;
  /** Connections separate from `db`. */
  readonly journal: Db;
  readonly log: Pick<FastifyBaseLogger, 'warn'>;
  readonly access: Access;
  readonly audit: Audit;
  /** Holds what other servers do not know: User and Concept. */
  readonly local: Repository;
  /** Signs the addresses of further pages. */
  readonly cursorKey: string;
  readonly onWritten?: WriteContext['onWritten'];
  readonly files?: WriteContext['files'];
}

export interface UpstreamRecords {
  readonly repository: Repository;
  readonly units: Units;
  readonly texts: RecordTexts;
}

/** Records on another FHIR R4 server behind our rights, with our own data about them in our database (ADR 0042). */
export function createUpstreamRecords(
  address: Upstream,
  { db, journal, log, ...deps }: UpstreamRecordsDeps,
): UpstreamRecords {
  const server = createUpstreamServer(address);
  const units = createUnits(db, journal, server, log);
  const auditedSource: AuditedSource = async (type, id, sql = db) =>
    (await sql.query<{ source: Source }>('select source from told_source where type = $1 and id = $2', [type, id]))[0]
      ?.source;
  const repository = auditedRepository(
    createUpstreamRepository({ server, units, auditedSource, ...deps }),
    createNoteRefusal(db),
  );
  return {
    repository,
    units,
    texts: {
      before: async (sql, { type, id }) => units.of(sql)?.pending.get(`${type}/${id}`)?.before,
      // versions are upstream: `mention` checks current content, and what we removed is recorded
      async mention(sql, patientId, text) {
        for (const [type, { scope }] of Object.entries(TYPES)) {
          if (scope !== 'patient' || type === 'Patient') continue;
          for (let next: Readonly<Record<string, string>> | undefined = {}; next !== undefined; ) {
            const page = await repository.search(SYSTEM_ACTOR, type, { _count: '200', ...next }, { patientId, sql });
            if (page.items.some(({ content }) => content.includes(text))) return true;
            next = page.next;
          }
        }
        return false;
      },
    },
  };
}
