import { createHash, randomUUID } from 'node:crypto';
import { isObject } from '@phr/fhir/json';
import type { Actor } from '../fhir/actor.ts';
import { FhirError } from '../fhir/fhir-error.ts';
import { isRawNumber } from '../kit/content/json-text.ts';
import { eachElement, pathOf, type Resource } from '../fhir/resource.ts';
import { ServerError } from '../kit/server-error.ts';
import type { FileStore } from '../storage/file-store.ts';
import { extensionOf } from '../storage/file-types.ts';

/** Storage of attachment data. */
export interface AttachmentFiles {
  readonly store: Pick<FileStore, 'put' | 'remove'>;
  /**
   * Counts uploaded bytes.
   * @throws ServerError UPLOAD_QUOTA
   */
  count(userId: string, bytes: number): Promise<void>;
}

/** Files of a transaction: moved out of resources, and removed if it is not stored. */
export interface MovedAttachments {
  /**
   * Moves attachment data to the patient's files: `url` becomes the key, with `size` and `hash` (SHA-1, as in R4).
   * Types the storage does not accept stay inline, within the text limit.
   * @throws FhirError 415 if content and contentType differ, 413 if too long
   */
  move(actor: Actor, resource: Resource, patientId: string, expression: string): Promise<Resource>;
  /** Removes files of entries that were not stored. */
  readonly undo: () => void;
}

/** A whole request has 20 MiB. */
const MOST_BYTES = 20 * 1_048_576;
/** Bytes of a text in a resource. */
const MOST_TEXT = 65_536;
// whitespace may be anywhere; written to avoid quadratic backtracking
const BASE64 = /^[A-Za-z0-9+/\s]*(?:=\s*){0,2}$/;

interface Attachment {
  readonly [element: string]: unknown;
}

/** Starts a transaction's moves; without storage everything stays inline. */
export function beginMoves(files: AttachmentFiles | undefined): MovedAttachments {
  const keys: string[] = [];
  return {
    async move(actor, resource, patientId, expression) {
      if (files === undefined) return resource;
      const replaced = new Map<object, object>();
      for (const { attachment, data, path } of attachmentsIn(resource)) {
        const extension = extensionOf(attachment['contentType']);
        if (extension === undefined) {
          if (data.length > MOST_TEXT && actor.kind !== 'system')
            throw new FhirError(413, {
              code: 'too-costly',
              diagnostics: 'Data of this type are not kept as a file, and too long for a text',
              detail: 'UPLOAD_LIMIT',
              expression: `${expression}.${path}.data`,
            });
          continue;
        }
        if (!BASE64.test(data))
          throw new FhirError(400, {
            code: 'value',
            diagnostics: 'data is not base64',
            expression: `${expression}.${path}.data`,
          });
        const bytes = Buffer.from(data, 'base64');
        const key = `${patientId}/attachments/${randomUUID()}${extension}`;
        if (actor.kind !== 'system') await files.count(actor.userId, bytes.length);
        await files.store.put(key, bytes, MOST_BYTES).catch((error: unknown) => {
          throw withPlace(error, `${expression}.${path}`);
        });
        keys.push(key);
        const { data: _data, ...rest } = attachment;
        replaced.set(attachment, {
          ...rest,
          url: key,
          size: bytes.length,
          hash: createHash('sha1').update(bytes).digest('base64'),
        });
      }
      return replaced.size === 0 ? resource : { ...replacing(resource, replaced), resourceType: resource.resourceType };
    },

    undo() {
      // a failed removal leaves an orphan file, cleaned up like any other
      for (const key of keys.splice(0)) files?.store.remove(key).catch(() => undefined);
    },
  };
}

/** Attachments with inline data. SampledData and Signature also have an element `data`. */
function attachmentsIn(
  resource: Resource,
): readonly { readonly attachment: Attachment; readonly data: string; readonly path: string }[] {
  const found: { attachment: Attachment; data: string; path: string }[] = [];
  eachElement(resource, (element, key, holder, steps) => {
    if (
      key !== 'data' ||
      typeof element !== 'string' ||
      'origin' in holder ||
      'dimensions' in holder ||
      'who' in holder
    )
      return;
    found.push({ attachment: holder, data: element, path: pathOf(steps.slice(0, -1)) });
  });
  return found;
}

function replacing(resource: Resource, replaced: ReadonlyMap<object, object>): object {
  const walk = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(walk);
    if (!isObject(value) || isRawNumber(value)) return value;
    return (
      replaced.get(value) ?? Object.fromEntries(Object.entries(value).map(([name, member]) => [name, walk(member)]))
    );
  };
  const result = walk(resource);
  return isObject(result) ? result : resource;
}

function withPlace(error: unknown, expression: string): unknown {
  if (!(error instanceof ServerError) || (error.code !== 'FILE_TYPE' && error.code !== 'UPLOAD_LIMIT')) return error;
  return new FhirError(error.statusCode, {
    code: error.code === 'FILE_TYPE' ? 'not-supported' : 'too-costly',
    diagnostics: error.message,
    detail: error.code,
    expression,
  });
}
