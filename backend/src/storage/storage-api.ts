import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Caller, Platform, Rights } from '../platform.ts';
import { createCounter } from '../security/counter.ts';
import { parseBody } from '../security/parse.ts';
import { ServerError } from '../security/server-error.ts';
import type { FileStore } from './file-store.ts';
import { typeOfKey } from './file-types.ts';
import { isKey, type AddressSigner } from './signed-address.ts';

const OneKey = z.object({ key: z.string().refine(isKey) });
const ManyKeys = z.object({ keys: z.array(z.string().refine(isKey)).max(500) });
const METADATA_BYTES = 1_048_576;

/** Calls that hand out signed addresses. A key begins with the id of the patient whose file it is. */
export function registerStorageApi(app: FastifyInstance, platform: Platform, store: FileStore, signer: AddressSigner): void {
  const { access, auth, config } = platform;
  const uploads = createCounter(config.limits.uploadsPerHourUser, 3_600_000);

  const check = async (caller: Caller, keys: readonly string[], needed: Rights): Promise<void> => {
    const allowed = await access.allowedPatients(caller.userId);
    for (const key of keys) {
      const rights = allowed.get(key.slice(0, key.indexOf('/')));
      if (rights === undefined || (needed === 'write' && rights !== 'write')) throw new ServerError('ACCESS_DENIED', 'Access denied');
    }
  };
  const download = (key: string) => signer.address({ key, method: 'GET', maxBytes: 0 });

  app.get('/api/phr/storage/get-presigned-url-for-upload', async (request) => {
    const caller = await auth.authenticate(request);
    const { key } = parseBody(OneKey, request.query);
    await check(caller, [key], 'write');
    const type = typeOfKey(key);
    if (type === undefined) throw new ServerError('FILE_TYPE', 'This file type is not supported');
    if (!uploads.take(caller.userId)) throw new ServerError('TOO_MANY_REQUESTS', 'Too many uploads');
    const maxBytes = { document: config.limits.uploadBytes, dicom: config.limits.uploadDicomBytes, metadata: METADATA_BYTES }[type.kind];
    return { data: signer.address({ key, method: 'PUT', maxBytes }) };
  });

  app.get('/api/phr/storage/get-presigned-url-for-download', async (request) => {
    const caller = await auth.authenticate(request);
    const { key } = parseBody(OneKey, request.query);
    await check(caller, [key], 'read');
    if (await store.find(key) === undefined) throw new ServerError('NOT_FOUND', 'The file does not exist');
    return { data: download(key) };
  });

  app.post('/api/phr/storage/presigned-url-for-download', async (request) => {
    const caller = await auth.authenticate(request);
    const { keys } = parseBody(ManyKeys, request.body);
    await check(caller, keys, 'read');
    const found = await Promise.all(keys.map(async (key) => ((await store.find(key)) === undefined ? [] : [[key, download(key)] as const])));
    return { data: Object.fromEntries(found.flat()) };
  });
}
