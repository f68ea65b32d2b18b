import { runConcurrently } from '../kit/beside-each-other.ts';
import { isObject } from '@phr/fhir/json';
import type { Actor } from '../fhir/actor.ts';
import { FhirError, invalid, toOutcome } from '../fhir/fhir-error.ts';
import { MAX_ENTRIES } from '../kit/content/limits.ts';
import { type AnswerRead, AT_ONCE, isReadable, MAX_READS, type ReadEntry, tooManyReads } from './bundle-reads.ts';
import type { Repository } from './repository.ts';
import { isId } from '../fhir/resource.ts';
import { resourceOf } from '../fhir/validate.ts';
import { eTag, readETag } from '../fhir/version.ts';
import type { Write, Written } from '../fhir/write-request.ts';

export interface BundleOptions {
  /** The transaction may be a retry after a lost response. */
  readonly mayRepeat?: boolean;
  /** Executes a batch's reads; without it batches only write. */
  readonly read?: AnswerRead;
}

/**
 * Executes a transaction or batch and returns the response bundle as JSON text. A batch's writes run first, in order,
 * then its reads in parallel (FHIR R4, 3.1.0.11.2).
 * @throws FhirError; a failed transaction stores nothing
 */
export async function runBundle(
  repository: Repository,
  actor: Actor,
  body: unknown,
  withResources: boolean,
  { mayRepeat = false, read }: BundleOptions = {},
): Promise<string> {
  if (!isObject(body) || body['resourceType'] !== 'Bundle') throw invalid('A Bundle is needed', 'resourceType');
  const { type, entry = [] } = body;
  if (type !== 'transaction' && type !== 'batch')
    throw invalid('Bundle.type must be transaction or batch', 'Bundle.type');
  if (!Array.isArray(entry))
    throw new FhirError(400, { code: 'structure', diagnostics: 'Bundle.entry is a list', expression: 'Bundle.entry' });
  if (entry.length > MAX_ENTRIES)
    throw new FhirError(413, {
      code: 'too-costly',
      diagnostics: `A bundle may have ${MAX_ENTRIES} entries`,
      expression: 'Bundle.entry',
    });

  if (type === 'transaction') {
    const written = await repository.transaction(
      actor,
      entry.map((item, index) => ({ ...writeOf(item, index), mayRepeat })),
    );
    const instants = new Map<Date, string>();
    return bundleText(
      'transaction-response',
      written.map((one) => responseOf(one, withResources, instants)),
    );
  }
  return bundleText(
    'batch-response',
    await runBatch(entry, read, (item, index) => runAlone(repository, actor, item, index, withResources)),
  );
}

async function runBatch(
  entry: readonly unknown[],
  read: AnswerRead | undefined,
  write: (item: unknown, index: number) => Promise<string>,
): Promise<readonly string[]> {
  const reads = read === undefined ? [] : entry.map(readOf);
  if (reads.filter((one) => one !== undefined).length > MAX_READS) throw tooManyReads();
  const written: string[] = [];
  for (const [index, item] of entry.entries())
    if (reads[index] === undefined) written[index] = await write(item, index);
  return runConcurrently(
    entry.map((_item, index) => async () => {
      const one = reads[index];
      return one === undefined || read === undefined ? (written[index] ?? '') : read(one);
    }),
    AT_ONCE,
  );
}

/** The read of an entry; undefined for writes and unsupported reads. */
function readOf(item: unknown): ReadEntry | undefined {
  const request = isObject(item) ? item['request'] : undefined;
  if (!isObject(request) || request['method'] !== 'GET' || typeof request['url'] !== 'string') return undefined;
  const url = request['url'].replace(/^\//, '');
  if (!isReadable(url)) return undefined;
  return { url, ...(typeof request['ifNoneMatch'] === 'string' ? { ifNoneMatch: request['ifNoneMatch'] } : {}) };
}

function bundleText(type: string, entries: readonly string[]): string {
  return `{"resourceType":"Bundle","type":"${type}","entry":[${entries.join(',')}]}`;
}

/** One entry of a batch; its failure is its own. */
async function runAlone(
  repository: Repository,
  actor: Actor,
  item: unknown,
  index: number,
  withResources: boolean,
): Promise<string> {
  try {
    const [written] = await repository.transaction(actor, [writeOf(item, index)]);
    if (written === undefined) throw new Error('a write gave no answer');
    return responseOf(written, withResources);
  } catch (error) {
    const { status, body } = toOutcome(error);
    return JSON.stringify({ response: { status: String(status), outcome: body } });
  }
}

function writeOf(item: unknown, index: number): Write {
  const expression = `Bundle.entry[${index}]`;
  const request = isObject(item) ? item['request'] : undefined;
  if (!isObject(item) || !isObject(request))
    throw new FhirError(400, {
      code: 'required',
      diagnostics: 'An entry needs a request',
      expression: `${expression}.request`,
    });
  const method = request['method'];
  const url = typeof request['url'] === 'string' ? request['url'].replace(/^\//, '') : '';
  const match = /^([A-Z][A-Za-z]{0,63})(?:\/([^/?]+))?$/.exec(url);
  const type = match?.[1];
  const id = match?.[2];
  if (method !== 'POST' && method !== 'PUT' && method !== 'DELETE')
    throw new FhirError(400, {
      code: 'not-supported',
      diagnostics: 'request.method must be POST, PUT or DELETE',
      expression: `${expression}.request.method`,
    });
  if (type === undefined || (method === 'POST') !== (id === undefined) || (id !== undefined && !isId(id)))
    throw invalid(`request.url does not fit ${method}`, `${expression}.request.url`);
  const ifMatch = typeof request['ifMatch'] === 'string' ? readETag(request['ifMatch']) : undefined;
  if (request['ifMatch'] !== undefined && ifMatch === undefined)
    throw invalid('ifMatch is W/"version"', `${expression}.request.ifMatch`);
  const base: Write = {
    method,
    type,
    expression: method === 'DELETE' ? expression : `${expression}.resource`,
    ...(id === undefined ? {} : { id }),
    ...(ifMatch === undefined ? {} : { ifMatch }),
    ...(typeof item['fullUrl'] === 'string' && item['fullUrl'] !== '' ? { fullUrl: item['fullUrl'] } : {}),
    ...(typeof request['ifNoneExist'] === 'string' ? { ifNoneExist: request['ifNoneExist'] } : {}),
  };
  if (method === 'DELETE') return base;
  const resource = resourceOf(item['resource'], type, `${expression}.resource`);
  if (method === 'PUT' && resource.id !== undefined && resource.id !== id)
    throw invalid('The id of the resource is not that of the address', `${expression}.resource.id`);
  return { ...base, resource };
}

/** A response entry as JSON text. Writes of a transaction share a timestamp, whose text is cached in `instants`. */
function responseOf(written: Written, withResources: boolean, instants = new Map<Date, string>()): string {
  const status = { created: '201 Created', updated: '200 OK', existing: '200 OK', deleted: '204 No Content' }[
    written.outcome
  ];
  const { lastUpdated } = written;
  const lastModified = instants.get(lastUpdated) ?? lastUpdated.toISOString();
  instants.set(lastUpdated, lastModified);
  const location = `${written.type}/${written.id}/_history/${written.version}`;
  const response = JSON.stringify({ status, location, etag: eTag(written.version), lastModified });
  return `{${withResources && written.content !== '' ? `"resource":${written.content},` : ''}"response":${response}}`;
}
