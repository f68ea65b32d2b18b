import type { OpenDatabase } from './database.ts';
import { openRecords } from './open-records.ts';
import { openGates } from './release-health.ts';
import { createAccess } from '../access/access.ts';
import { createAudit } from '../access/audit.ts';
import { createAuth, discoveredKeys } from '../access/auth.ts';
import { createModuleScopes } from '../access/partner-scope.ts';
import { createMeasureSessions } from '../gateway/hub/sessions.ts';
import { judgedPerson } from '../gateway/judged-person.ts';
import { createInbox } from '../gateway/inbox/inbox.ts';
import { createPush } from '../gateway/push/start.ts';
import { createOutbox } from '../gateway/realtime/outbox.ts';
import type { Check } from '../releases/ports.ts';
import { type LiveRegistry } from '../releases/registry.ts';
import { openReleases } from '../releases/releases.ts';
import { createAccounts } from '../identity/accounts.ts';
import { createCodeSender } from '../identity/code-sender.ts';
import { createOneTimeCodes } from '../identity/one-time-codes.ts';
import { createSessions, type Sessions } from '../identity/sessions.ts';
import { loadSigningKeys, type SigningKeys } from '../identity/signing-keys.ts';
import type { Config } from '../kit/config.ts';
import { createPartnerOrigins } from '../kit/partner-origins.ts';
import type { Platform } from '../kit/platform.ts';
import { countsOfAll, countsOfProcess, type UsageCounts } from '../kit/usage-counts.ts';
import { openFileStore } from '../storage/open-store.ts';
import { createAddressSigner } from '../storage/signed-address.ts';

/** Foundations of a process's servers. */
export type Parts = Awaited<ReturnType<typeof openParts>>;

/**
 * Opens the foundations: authentication, rights, records, files, accounts. `counts`: limits counted in another process;
 * `gates`: checks of uploaded releases.
 */
export async function openParts(
  config: Config,
  database: OpenDatabase,
  log: Platform['log'],
  { counts: given, gates = [openGates(config)] }: { readonly counts?: UsageCounts; readonly gates?: readonly Check[] },
) {
  const { db } = database;
  const keys = await loadSigningKeys(db);
  const sessions = createSessions(db);
  const releases = openReleases(config, { db, log, checks: gates });
  const auth = authOf(config, keys, sessions, releases.registry);
  const access = createAccess(db);
  const audit = createAudit(db);
  const counts = given ?? (config.redisUrl === undefined ? countsOfProcess() : await countsOfAll(config.redisUrl, log));
  const outbox = createOutbox(db, { bodies: config.fhirUpstream !== undefined });
  const push = config.push === undefined ? undefined : createPush(config.push, config.shellOrigin, { db, access, log });
  const inbox = createInbox(db, access, outbox, Date.now, push?.messages.onNotified, (patientId, sql) =>
    judgedPerson(records.repository, patientId, sql),
  );
  const store = openFileStore(config);
  const records = openRecords(config, database, { log, access, audit, counts, outbox, inbox, store });
  const platform: Platform = {
    config,
    log,
    db: records.foreign?.units.db ?? db,
    auth,
    access,
    audit,
    counts,
    partnerOrigins: createPartnerOrigins(db, config),
  };
  const meters = createMeasureSessions(db, outbox, config.measureMinutes);
  const accounts = createAccounts(db, config.limits);
  const sender = createCodeSender(config);
  const codes = createOneTimeCodes(db, sender, config.secrets, config.limits, accounts);
  const signer = createAddressSigner(config.filesOrigin, config.secrets.filesKey);
  return {
    db,
    platform,
    ...records,
    keys,
    sessions,
    releases,
    outbox,
    inbox,
    push,
    store,
    meters,
    accounts,
    sender,
    codes,
    signer,
  };
}

/** Authentication: tokens of the embedded identity service, or of another provider. */
function authOf(
  { identity: { embedded, issuer, audience } }: Config,
  keys: Pick<SigningKeys, 'verify'>,
  sessions: Pick<Sessions, 'ended'>,
  registry: Pick<LiveRegistry, 'offered'>,
): Platform['auth'] {
  return createAuth(
    embedded
      ? {
          issuer,
          audience,
          keys: keys.verify,
          sessionEnded: sessions.ended,
          scopeOf: createModuleScopes(registry.offered),
        }
      : { issuer, audience, keys: discoveredKeys(issuer) },
  );
}
