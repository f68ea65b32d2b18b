import path from 'node:path';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { actorOf } from '../../fhir/actor.ts';
import { canAccess } from '../../access/policy.ts';
import type { Repository } from '../../records/repository.ts';
import { isId } from '../../fhir/resource.ts';
import type { AuditEntry, Caller, Platform } from '../../kit/platform.ts';
import type { SignedTokens } from '../../kit/signed-token.ts';
import { auditInsert } from '../../access/audit.ts';
import { checkAddress, parseBody } from '../../kit/parse.ts';
import { auditRefusedTry } from '../../access/refused-tries.ts';
import { ServerError } from '../../kit/server-error.ts';
import { described } from '../../kit/route-schema.ts';
import type { FileStore } from '../../storage/file-store.ts';
import { typeOfKey } from '../../storage/file-types.ts';
import { wasRemoved } from '../../records/orphan-files.ts';
import { mayModuleWriteFile } from './module-files.ts';
import { mayReadFiles, patientOf } from './readable-files.ts';
import { ANONYMOUS, isKey, type AddressSigner } from '../../storage/signed-address.ts';
import { createUploadLimits, personOf, type Sender } from './upload-limits.ts';

const Key = z.string().max(400).refine(isKey);
/** Name of a new file: 36 random characters, an optional suffix, and the extension (STO-03). */
const NewKey = Key.refine((key) => /\/[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}[\w-]*\.\w+$/i.test(key));
const OneKey = z.object({ key: Key });
const OneNewKey = z.object({ key: NewKey });
const ManyKeys = z.object({ keys: z.array(Key).max(500) });
const Anonymous = z.object({ key: NewKey, token: z.string().max(1_000) });
const METADATA_BYTES = 1_048_576;
/** ECG samples are JSON too (ECG-06) and may be large: half an hour of two leads is 9 MB. */
const ECG_SAMPLES = /\/ecg\/[^/]+\.json$/i;

/** Validity in seconds of uploads without an account (D-115). */
export const UPLOAD_TOKEN_SECONDS = 900;

interface Parts {
  readonly store: FileStore;
  readonly signer: AddressSigner;
  readonly uploads: SignedTokens;
  /** Records that are not in our database. */
  readonly foreign?: Repository;
}

/** Request and response schemas. */
const ROUTES = {
  upload: described({
    service: 'storage',
    summary: 'An address to which one new file can be sent with PUT. A key that was ever written gets none.',
    security: 'bearer',
    wrapped: true,
    query: OneNewKey,
    answer: z.url(),
    errors: ['UPLOAD_LIMIT', 'FILE_TYPE', 'CONFLICT', 'UPLOAD_QUOTA'],
  }),
  anonymousUpload: described({
    service: 'storage',
    summary: 'The same for people without an account, with the token of a sign-up or invitation.',
    security: 'none',
    wrapped: true,
    body: Anonymous,
    answer: z.url(),
    errors: ['FILE_TYPE', 'UPLOAD_QUOTA'],
  }),
  download: described({
    service: 'storage',
    summary: 'An address from which one file can be read.',
    security: 'bearer',
    wrapped: true,
    query: OneKey,
    answer: z.url(),
  }),
  downloads: described({
    service: 'storage',
    summary: 'Addresses of many files; those that are not there are left out.',
    security: 'bearer',
    wrapped: true,
    body: ManyKeys,
    answer: z.record(z.string(), z.url()),
  }),
};

/** URLs of an image series are requested one by one, faster than a person clicks. */
const ASKS_PER_MINUTE_FACTOR = 4;

/**
 * Issues signed URLs. A key starts with its patient's id and is written once. Each issued or refused URL is audited
 * with that patient.
 */
export function registerStorageApi(
  app: FastifyInstance,
  platform: Platform,
  { store, signer, uploads, foreign }: Parts,
): void {
  const { access, auth, config, counts, db } = platform;
  const limits = createUploadLimits(counts, config.limits);
  const often = { rateLimit: { max: config.limits.apiPerMinuteUser * ASKS_PER_MINUTE_FACTOR, timeWindow: '1 minute' } };

  const note = async (entries: readonly AuditEntry[]): Promise<void> => {
    if (entries.length > 0) await db.query(auditInsert('$1'), [JSON.stringify(entries)]);
  };
  const lineOf = (
    request: FastifyRequest,
    action: 'create' | 'read',
    outcome: AuditEntry['outcome'],
    key: string,
    caller?: Caller,
  ): AuditEntry => {
    const patientId = patientOf(key);
    return {
      action,
      type: 'rest',
      outcome,
      entity: `Binary/${path.posix.basename(key).slice(-64)}`,
      requestId: request.id,
      ...(caller === undefined ? {} : { userId: caller.userId }),
      ...(caller !== undefined && isId(patientId) ? { patientId } : {}),
    };
  };
  const refuse = async (caller: Caller, action: 'create' | 'read', keys: readonly string[]): Promise<never> => {
    // one audit entry per record, however many names are tried
    for (const patientId of [...new Set(keys.map(patientOf))].slice(0, 20))
      await auditRefusedTry(db, { userId: caller.userId, patientId, action, type: 'rest', entity: 'Binary' });
    throw new ServerError('ACCESS_DENIED', 'Access denied');
  };

  const check = async (
    request: FastifyRequest,
    caller: Caller,
    keys: readonly string[],
    action: 'create' | 'read',
  ): Promise<void> => {
    const actor = await actorOf(access, caller);
    const scope = caller.scopeOfModule;
    const may =
      action === 'read'
        ? await mayReadFiles({ sql: db, foreign }, actor, keys, scope)
        : keys.every(
            (key) =>
              canAccess(actor, patientOf(key), action) && (scope === undefined || mayModuleWriteFile(scope, key)),
          );
    if (!may) await refuse(caller, action, keys);
  };
  const download = async (key: string): Promise<string> =>
    (await store.address?.(key)) ?? signer.address({ key, method: 'GET', maxBytes: 0, person: '' });
  const upload = async (key: string, sender: Sender): Promise<string> => {
    const type = typeOfKey(key);
    if (type === undefined) throw new ServerError('FILE_TYPE', 'This file type is not supported');
    await limits.begin(sender, key);
    const maxBytes = ECG_SAMPLES.test(key)
      ? Math.max(METADATA_BYTES, config.limits.uploadBytes)
      : { document: config.limits.uploadBytes, dicom: config.limits.uploadDicomBytes, metadata: METADATA_BYTES }[
          type.kind
        ];
    return signer.address({ key, method: 'PUT', maxBytes, person: sender.person });
  };
  const isWritten = async (key: string): Promise<boolean> =>
    (await store.find(key)) !== undefined || (await wasRemoved(db, key));

  const asksOften = <T extends ReturnType<typeof described>>({ config: { doc } }: T) => ({ config: { doc, ...often } });

  app.get('/api/phr/storage/get-presigned-url-for-upload', asksOften(ROUTES.upload), async (request) => {
    const caller = await auth.authenticate(request);
    checkAddress(request);
    // check access before validating the name
    const { key } = parseBody(OneKey, request.query);
    await check(request, caller, [key], 'create');
    parseBody(OneNewKey, request.query);
    if (await isWritten(key)) {
      await note([lineOf(request, 'create', 'refused', key, caller)]);
      throw new ServerError('CONFLICT', 'A file is written once: this name is taken');
    }
    const data = await upload(key, { person: personOf(caller.userId), ip: request.ip });
    await note([lineOf(request, 'create', 'success', key, caller)]);
    return { data };
  });

  app.post('/api/ano/phr/storage/get-presigned-url-for-upload', ROUTES.anonymousUpload, async (request) => {
    const { key, token } = parseBody(Anonymous, request.body);
    const facts = uploads.read(token);
    if (facts === undefined || facts === 'expired' || !key.startsWith(ANONYMOUS))
      throw new ServerError('ACCESS_DENIED', 'The permission is wrong or has expired');
    // names are random, so an existing one belongs to someone else
    if (await isWritten(key)) throw new ServerError('ACCESS_DENIED', 'The permission is wrong or has expired');
    const data = await upload(key, { person: '', ip: request.ip });
    await note([lineOf(request, 'create', 'success', key)]);
    return { data };
  });

  app.get('/api/phr/storage/get-presigned-url-for-download', ROUTES.download, async (request) => {
    const caller = await auth.authenticate(request);
    checkAddress(request);
    const { key } = parseBody(OneKey, request.query);
    await check(request, caller, [key], 'read');
    if ((await store.find(key)) === undefined) throw new ServerError('NOT_FOUND', 'The file does not exist');
    await note([lineOf(request, 'read', 'success', key, caller)]);
    return { data: await download(key) };
  });

  app.post('/api/phr/storage/presigned-url-for-download', ROUTES.downloads, async (request) => {
    const caller = await auth.authenticate(request);
    checkAddress(request);
    const keys = [...new Set(parseBody(ManyKeys, request.body).keys)];
    await check(request, caller, keys, 'read');
    const isThere = await Promise.all(keys.map(async (key) => (await store.find(key)) !== undefined));
    const found = keys.filter((_key, index) => isThere[index]);
    await note(found.map((key) => lineOf(request, 'read', 'success', key, caller)));
    return {
      data: Object.fromEntries(await Promise.all(found.map(async (key) => [key, await download(key)] as const))),
    };
  });
}
