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

/** A report's viewable files of one kind. */
export interface ReportFiles {
  /** Storage keys or URLs, in the report's order. */
  readonly urls: readonly string[];
  /** Ids of Media resources with more of them. */
  readonly mediaIds: readonly string[];
  /** The facility's conclusion. */
  readonly conclusion?: string;
}

/** Resources of one type in a search response. */
export function resourcesIn(answer: unknown, type: string): readonly unknown[] {
  const resources = (bundle(answer)?.entry ?? []).map(({ resource }) => resource);
  return resources.filter((resource) => lenientObject({ resourceType: text })(resource)?.resourceType === type);
}

/** A report's files of a content type: its attachments and the referenced media. Empty for an unreadable response. */
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

/** URLs of Media resources in a search response, ordered as `ids`. */
export function mediaUrls(answer: unknown, ids: readonly string[], contentType: RegExp): string[] {
  const found = resourcesIn(answer, 'Media').map(media);
  return ids.flatMap((id) => {
    const content = found.find((one) => one?.id === id)?.content;
    return content ? urlOf(content, contentType) : [];
  });
}

/** A file's URL; for embedded files a data URL, which needs no signature. */
function urlOf({ url, contentType = '', data }: Attachment, wanted: RegExp): string[] {
  if (!wanted.test(contentType)) return [];
  if (url !== undefined) return [url];
  return data === undefined ? [] : [`${INLINE}${contentType};base64,${data}`];
}

/** URL prefix of embedded files. */
export const INLINE = 'data:';
