import type { QueueOptions, RequestPort } from '@phr/contract/host-api';
import { formIdentifier, ifNoneExist } from '@phr/fhir/builders';
import type { StoredFile } from '@phr/http/stored-file';
import type { Saved } from '@phr/module-kit/entry-form';
import { saveOne } from '../form/save-one.api.ts';

/** A photographed paper. */
export interface Paper {
  readonly patientId: string;
  readonly files: readonly StoredFile[];
  /** ISO 8601 with offset. */
  readonly at: string;
  readonly title: string;
  readonly formId: string;
  /** A UUID for each file. */
  readonly mediaIds: readonly string[];
  readonly queue: QueueOptions;
}

const PICTURE_TYPES: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  pdf: 'application/pdf',
};

const attachmentOf = ({ path, name, size, extension }: StoredFile) => {
  const contentType = PICTURE_TYPES[extension];
  return { url: path, title: name, size, ...(contentType === undefined ? {} : { contentType }) };
};

/**
 * Stores a document: each picture as a Media, and one DocumentReference for all. Retries store nothing twice. Rejects
 * with AppError.
 */
export async function savePaper(request: RequestPort, paper: Paper): Promise<Saved> {
  const { patientId, files, at, title, formId, mediaIds, queue } = paper;
  const subject = { reference: `Patient/${patientId}` };
  for (const [index, file] of files.entries()) {
    const mediaId = mediaIds[index] ?? '';
    const media = {
      resourceType: 'Media',
      identifier: [formIdentifier(mediaId)],
      status: 'completed',
      subject,
      createdDateTime: at,
      content: attachmentOf(file),
    };
    await saveOne(request, { formId: mediaId, resource: media }, queue);
  }
  const last = mediaIds.at(-1);
  const document = {
    resourceType: 'DocumentReference',
    identifier: [formIdentifier(formId)],
    status: 'current',
    subject,
    date: at,
    author: [subject],
    description: title,
    content: files.map((file) => ({ attachment: attachmentOf(file) })),
    context: { related: mediaIds.map((id) => ({ reference: `Media?${ifNoneExist(id)}` })) },
  };
  return saveOne(request, { formId, resource: document }, { ...queue, ...(last === undefined ? {} : { after: last }) });
}
