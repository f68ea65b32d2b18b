import { REPORT_ID } from './report-files.ts';
import type { QrAccess } from './vendor-files.api.ts';

/** Source of files: a report of the person, a facility's QR code, or the storage key of a document. */
export type FileSource =
  | { readonly kind: 'report'; readonly reportId: string }
  | { readonly kind: 'qr'; readonly access: QrAccess }
  | { readonly kind: 'key'; readonly key: string };

const QR = /^[\w.~-]{1,2000}$/;

/** Excludes schemes, leading slashes and '..'. */
const KEY = /^(?!.*\.\.)[\w-][\w.-]*(?:\/[\w-][\w.-]*)+$/;
const LONGEST = 400;

/** True for a valid storage key. */
export const isKey = (text: string): boolean => text.length <= LONGEST && KEY.test(text);

/** Reports require the person on screen; QR codes do not (T2: no main patient needed). */
export function isOpenTo(viewed: object | undefined, { kind }: { readonly kind: string }): boolean {
  return kind === 'qr' || viewed !== undefined;
}

/** Parses `diagnosticReportId, qr, id, url` of the URL; undefined if none is usable. */
export function fileSourceOf(params: URLSearchParams): FileSource | undefined {
  const reportId = params.get('diagnosticReportId') ?? '';
  const [qr, id] = [params.get('qr') ?? '', params.get('id') ?? ''];
  if (QR.test(qr) && REPORT_ID.test(id)) return { kind: 'qr', access: { id, qr } };
  if (REPORT_ID.test(reportId)) return { kind: 'report', reportId };
  const key = params.get('url') ?? '';
  return isKey(key) ? { kind: 'key', key } : undefined;
}
