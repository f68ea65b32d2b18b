import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { actorOf, reaches } from '../fhir/actor.ts';
import type { Repository } from '../fhir/repository.ts';
import type { Caller, Platform, Rights } from '../platform.ts';
import type { SignedTokens } from '../phr/signed-token.ts';
import { createCounter } from '../security/usage-counts.ts';
import { parseBody } from '../security/parse.ts';
import { ServerError } from '../security/server-error.ts';
import { described } from '../web/route-schema.ts';
import type { FileStore } from './file-store.ts';
import { typeOfKey } from './file-types.ts';
import { mayReadFiles } from './readable-files.ts';
import { ANONYMOUS, isKey, type AddressSigner } from './signed-address.ts';

const Key = z.string().max(400).refine(isKey);
/** A new file's name: 36 characters made at random, a suffix or none, and the extension (STO-03). */
const NewKey = Key.refine((key) => /\/[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}[\w-]*\.\w+$/i.test(key));
const OneKey = z.object({ key: Key });
const OneNewKey = z.object({ key: NewKey });
const ManyKeys = z.object({ keys: z.array(Key).max(500) });
const Anonymous = z.object({ key: NewKey, token: z.string().max(1_000) });
const METADATA_BYTES = 1_048_576;
/** Samples of an ECG are JSON as well (ECG-06), and as large as a document: half an hour of two leads has 9 MB. */
const ECG_SAMPLES = /\/ecg\/[^/]+\.json$/i;

/** Seconds in which people without an account may send files along (D-115). */
export const UPLOAD_TOKEN_SECONDS = 900;

interface Parts {
  readonly store: FileStore;
  readonly signer: AddressSigner;
  readonly uploads: SignedTokens;
  /** Records that are not in our database. */
  readonly foreign?: Repository;
}

/** Calls that hand out signed addresses. A key begins with the id of the patient whose file it is. */
export function registerStorageApi(app: FastifyInstance, platform: Platform, { store, signer, uploads, foreign }: Parts): void {
  const { access, auth, config, db } = platform;
  const taken = createCounter(platform.counts, 'upload', config.limits.uploadsPerHourUser, 3_600_000);

  const check = async (caller: Caller, keys: readonly string[], needed: Rights): Promise<void> => {
    const actor = await actorOf(access, caller);
    const may = needed === 'read' ? await mayReadFiles({ sql: db, foreign }, actor, keys) : keys.every((key) => reaches(actor, key.slice(0, key.indexOf('/')), needed));
    if (!may) throw new ServerError('ACCESS_DENIED', 'Access denied');
  };
  const download = (key: string): string => store.address?.(key) ?? signer.address({ key, method: 'GET', maxBytes: 0 });
  const upload = async (key: string, who: string): Promise<string> => {
    const type = typeOfKey(key);
    if (type === undefined) throw new ServerError('FILE_TYPE', 'This file type is not supported');
    if (!await taken.take(who)) throw new ServerError('TOO_MANY_REQUESTS', 'Too many uploads');
    const maxBytes = ECG_SAMPLES.test(key) ? Math.max(METADATA_BYTES, config.limits.uploadBytes) : { document: config.limits.uploadBytes, dicom: config.limits.uploadDicomBytes, metadata: METADATA_BYTES }[type.kind];
    return signer.address({ key, method: 'PUT', maxBytes });
  };

  app.get('/api/phr/storage/get-presigned-url-for-upload', described({
    service: 'storage', summary: 'An address to which one new file can be sent with PUT.', security: 'bearer', wrapped: true, query: OneNewKey, answer: z.url(), errors: ['UPLOAD_LIMIT', 'FILE_TYPE'],
  }), async (request) => {
    const caller = await auth.authenticate(request);
    // whose file it would be is asked before how it is called
    const { key } = parseBody(OneKey, request.query);
    await check(caller, [key], 'write');
    return { data: await upload(parseBody(OneNewKey, request.query).key, caller.userId) };
  });

  app.post('/api/ano/phr/storage/get-presigned-url-for-upload', described({
    service: 'storage', summary: 'The same for people without an account, with the token of a sign-up or invitation.', security: 'none', wrapped: true, body: Anonymous, answer: z.url(), errors: ['FILE_TYPE'],
  }), async (request) => {
    const { key, token } = parseBody(Anonymous, request.body);
    const facts = uploads.read(token);
    if (facts === undefined || facts === 'expired' || !key.startsWith(ANONYMOUS)) throw new ServerError('ACCESS_DENIED', 'The permission is wrong or has expired');
    // names are random, so that one that is there already is somebody else's
    if (await store.find(key) !== undefined) throw new ServerError('ACCESS_DENIED', 'The permission is wrong or has expired');
    return { data: await upload(key, `anonymous ${request.ip}`) };
  });

  app.get('/api/phr/storage/get-presigned-url-for-download', described({
    service: 'storage', summary: 'An address from which one file can be read.', security: 'bearer', wrapped: true, query: OneKey, answer: z.url(),
  }), async (request) => {
    const caller = await auth.authenticate(request);
    const { key } = parseBody(OneKey, request.query);
    await check(caller, [key], 'read');
    if (await store.find(key) === undefined) throw new ServerError('NOT_FOUND', 'The file does not exist');
    return { data: download(key) };
  });

  app.post('/api/phr/storage/presigned-url-for-download', described({
    service: 'storage', summary: 'Addresses of many files; those that are not there are left out.', security: 'bearer', wrapped: true, body: ManyKeys, answer: z.record(z.string(), z.url()),
  }), async (request) => {
    const caller = await auth.authenticate(request);
    const { keys } = parseBody(ManyKeys, request.body);
    await check(caller, keys, 'read');
    const found = await Promise.all(keys.map(async (key) => ((await store.find(key)) === undefined ? [] : [[key, download(key)] as const])));
    return { data: Object.fromEntries(found.flat()) };
  });
}
