import { attachment, reference, type Attachment } from '@phr/fhir/datatypes';
import { list, lenientObject, text } from '@phr/fhir/json';

/** Ids as FHIR allows them. */
export const REPORT_ID = /^[A-Za-z0-9.-]{1,64}$/;

const media = lenientObject({ resourceType: text, id: text, content: attachment });
const report = lenientObject({
  resourceType: text,
  id: text,
  presentedForm: list(attachment),
  media: list(lenientObject({ link: reference })),
  contained: list(media),
  conclusion: text,
});
const bundle = lenientObject({ entry: list(lenientObject({ resource: (value) => value })) });

/** What a report offers for viewing, of one kind of file. */
export interface ReportFiles {
  /** Storage keys or addresses, in the report's order. */
  readonly urls: readonly string[];
  /** Ids of Media resources that hold more of them. */
  readonly mediaIds: readonly string[];
  /** What the facility concluded. */
  readonly conclusion?: string;
}

/** Resources of one type in a search answer; anything else is left out. */
export function resourcesIn(answer: unknown, type: string): readonly unknown[] {
  const resources = (bundle(answer)?.entry ?? []).map(({ resource }) => resource);
  return resources.filter((resource) => lenientObject({ resourceType: text })(resource)?.resourceType === type);
}

/** Files of a content type in a report: its own attachments and the media it points to. An unreadable answer has none. */
export function filesOf(answer: unknown, contentType: RegExp): ReportFiles {
  const found = resourcesIn(answer, 'DiagnosticReport')
    .map(report)
    .filter((one) => one !== undefined);
  const urls: string[] = [];
  const mediaIds: string[] = [];
  for (const { presentedForm = [], media: links = [], contained = [] } of found) {
    urls.push(...presentedForm.flatMap((file) => urlOf(file, contentType)));
    for (const { link } of links) {
      const target = link?.reference ?? '';
      const inline = target.startsWith('#')
        ? contained.find(({ id }) => id === target.slice(1))
        : media(link?.resource);
      const id = /(?:^|\/)Media\/([A-Za-z0-9.-]{1,64})$/.exec(target)?.[1];
      if (inline?.content) urls.push(...urlOf(inline.content, contentType));
      else if (id) mediaIds.push(id);
    }
  }
  const conclusion = found.find((one) => one.conclusion)?.conclusion;
  return { urls: [...new Set(urls)], mediaIds, ...(conclusion === undefined ? {} : { conclusion }) };
}

/** Addresses of Media resources in a search answer, in the order of `ids`. */
export function mediaUrls(answer: unknown, ids: readonly string[], contentType: RegExp): string[] {
  const found = resourcesIn(answer, 'Media').map(media);
  return ids.flatMap((id) => {
    const content = found.find((one) => one?.id === id)?.content;
    return content ? urlOf(content, contentType) : [];
  });
}

/** A file's address; of one that stands in the record itself, a data address, which needs no signature. */
function urlOf({ url, contentType = '', data }: Attachment, wanted: RegExp): string[] {
  if (!wanted.test(contentType)) return [];
  if (url !== undefined) return [url];
  return data === undefined ? [] : [`${INLINE}${contentType};base64,${data}`];
}

/** How the address of a file begins that is part of the record. */
export const INLINE = 'data:';
