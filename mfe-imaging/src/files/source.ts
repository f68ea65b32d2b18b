import { REPORT_ID } from './report-files.ts';
import type { QrAccess } from './vendor-files.api.ts';

/** Where files come from: a report of the person, a QR of a facility, or the storage, where a paper of the person has a key. */
export type FileSource =
  | { readonly kind: 'report'; readonly reportId: string }
  | { readonly kind: 'qr'; readonly access: QrAccess }
  | { readonly kind: 'key'; readonly key: string };

const QR = /^[\w.~-]{1,2000}$/;

/** No scheme, no beginning slash, nothing that climbs. */
const KEY = /^(?!.*\.\.)[\w-][\w.-]*(?:\/[\w-][\w.-]*)+$/;
const LONGEST = 400;

/** True for a key as the storage gives them. */
export const isKey = (text: string): boolean => text.length <= LONGEST && KEY.test(text);

/** A report is the person's on screen; a QR opens without one (T2: no main patient is needed). */
export function isOpenTo(viewed: object | undefined, { kind }: { readonly kind: string }): boolean {
  return kind === 'qr' || viewed !== undefined;
}

/** Reads `diagnosticReportId, qr, id, url` of the address; undefined when nothing usable is named. */
export function fileSourceOf(params: URLSearchParams): FileSource | undefined {
  const reportId = params.get('diagnosticReportId') ?? '';
  const [qr, id] = [params.get('qr') ?? '', params.get('id') ?? ''];
  if (QR.test(qr) && REPORT_ID.test(id)) return { kind: 'qr', access: { id, qr } };
  if (REPORT_ID.test(reportId)) return { kind: 'report', reportId };
  const key = params.get('url') ?? '';
  return isKey(key) ? { kind: 'key', key } : undefined;
}
