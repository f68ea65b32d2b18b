import type { FastifyBaseLogger } from 'fastify';
import { sourceUri } from '@phr/fhir/source';
import { SYSTEM_ACTOR } from '../fhir/actor.ts';
import { namesProfessional } from '../records/author-check.ts';
import { enteredByPatient, withSource } from '../records/authorship.ts';
import { MAX_ENTRIES } from '../kit/content/limits.ts';
import type { Repository } from '../records/repository.ts';
import { textAt, valuesAt, type Resource } from '../fhir/resource.ts';
import type { Write } from '../fhir/write-request.ts';
import type { Accounts } from '../identity/accounts.ts';
import { joinCohort } from '../identity/cohorts.ts';
import type { Access, Db, Sql } from '../kit/platform.ts';
import type { FileStore } from '../storage/file-store.ts';
import { seedDemoServices } from './demo-services.ts';

export interface SeedDeps {
  readonly db: Db;
  readonly log: FastifyBaseLogger;
  readonly accounts: Accounts;
  readonly repository: Repository;
  readonly access: Access;
  readonly store: FileStore;
}

const MAX_FILE_BYTES = 64 * 1_048_576;

/** Loads the demo people into an empty installation: accounts, rights, records and files. All or nothing. */
export async function seedDemo(deps: SeedDeps): Promise<void> {
  const { db, store, log } = deps;
  const [any] = await db.query('select 1 from account limit 1');
  if (any !== undefined) return;

  const started = performance.now();
  // the generator belongs to the development packages
  const { DEMO, demoBundles, HOSPITAL_RECORDS } = await import('@phr/testing/demo-data');
  const bundles = demoBundles();
  for (const { files } of bundles) {
    for (const { key, bytes } of files) await store.put(key, Buffer.from(bytes), MAX_FILE_BYTES);
  }
  await db.tx(async (sql) => {
    for (const item of bundles) {
      await loadRecords(deps.repository, item.bundle.entry, sql);
      if (item.account === undefined || item.patientId === undefined) continue;
      const { userName, password, fullName, boxUser } = item.account;
      await deps.accounts.create({ userName, password, fullName, boxUser, verified: true }, sql);
      await deps.access.grant({ userId: boxUser, patientId: item.patientId, source: 'self', rights: 'write' }, sql);
      for (const right of item.family) await deps.access.grant({ userId: boxUser, source: 'family', ...right }, sql);
    }
    await joinCohort(sql, 'staff', DEMO.chau.account.userName);
    const main = { userId: DEMO.chau.account.boxUser, patientId: DEMO.chau.id, linked: HOSPITAL_RECORDS.mayTrang };
    await seedDemoServices(deps.repository, deps.access, main, sql);
  });
  log.info({ ms: Math.round(performance.now() - started) }, 'demo data loaded');
}

async function loadRecords(
  repository: Repository,
  entries: readonly { readonly resource: { readonly resourceType: string; readonly id: string } }[],
  sql: Sql,
): Promise<void> {
  const facilities = fromFacilities(entries.map(({ resource }) => resource));
  const writes = entries.map(
    ({ resource }): Write => ({
      method: 'PUT',
      type: resource.resourceType,
      id: resource.id,
      resource: withSource(resource, sourceUri(facilities.has(resource) ? 'facility' : 'person')),
      expression: `${resource.resourceType}/${resource.id}`,
    }),
  );
  for (let from = 0; from < writes.length; from += MAX_ENTRIES)
    await repository.transaction(SYSTEM_ACTOR, writes.slice(from, from + MAX_ENTRIES), sql);
}

/** Demo data written by a hospital: it names the hospital's people, or belongs to a visit there. */
function fromFacilities(resources: readonly Resource[]): ReadonlySet<Resource> {
  const isVisit = (resource: Resource): boolean =>
    resource.resourceType === 'Encounter' && !valuesAt(resource, 'meta.tag.code').includes('patient');
  const visits = new Set(resources.filter(isVisit).map(({ id = '' }) => `Encounter/${id}`));
  const places = ['encounter.reference', 'context.encounter.reference', 'item.encounter.reference'];
  return new Set(
    resources.filter(
      (resource) =>
        isVisit(resource) ||
        namesProfessional(resource) ||
        !enteredByPatient(resource) ||
        textAt(resource, 'managingOrganization.reference') !== undefined ||
        ['Account', 'RiskAssessment'].includes(resource.resourceType) ||
        places.some((place) => valuesAt(resource, place).some((name) => typeof name === 'string' && visits.has(name))),
    ),
  );
}
