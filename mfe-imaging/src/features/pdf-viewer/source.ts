import { REPORT_ID } from '../../files/report-files.ts';
import type { QrAccess } from '../../files/vendor-files.api.ts';

/** Where the document comes from: a report of the person, a QR of a facility, or a key of the storage. */
export type Source =
  | { readonly kind: 'report'; readonly reportId: string }
  | { readonly kind: 'qr'; readonly access: QrAccess }
  | { readonly kind: 'key'; readonly key: string };

/** Storage keys only: an address of anybody else's server is never opened. */
const KEY = /^(?![a-z][a-z0-9+.-]*:)(?!\/)(?!.*\.\.)[\w./-]{1,300}$/i;
const QR = /^[\w.~-]{1,2000}$/;

/** Reads `diagnosticReportId, qr, id, url` of the address; undefined when nothing usable is named. */
export function sourceOf(params: URLSearchParams): Source | undefined {
  const reportId = params.get('diagnosticReportId') ?? '';
  const [qr, id] = [params.get('qr') ?? '', params.get('id') ?? ''];
  const key = params.get('url') ?? '';
  if (QR.test(qr) && REPORT_ID.test(id)) return { kind: 'qr', access: { id, qr } };
  if (REPORT_ID.test(reportId)) return { kind: 'report', reportId };
  return KEY.test(key) ? { kind: 'key', key } : undefined;
}
