import type { FastifyBaseLogger } from 'fastify';
import { SYSTEM } from '../fhir/actor.ts';
import type { Repository } from '../fhir/repository.ts';
import type { Accounts } from '../identity/accounts.ts';
import type { Access, Db } from '../platform.ts';
import type { FileStore } from '../storage/file-store.ts';

export interface SeedDeps {
  readonly db: Db;
  readonly log: FastifyBaseLogger;
  readonly accounts: Accounts;
  readonly repository: Repository;
  readonly access: Access;
  readonly store: FileStore;
}

/** Loads the demo people into an empty installation. */
export async function seedDemo(_deps: SeedDeps): Promise<void> {}
