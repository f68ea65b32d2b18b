import { REPORT_ID } from './report-files.ts';
import type { QrAccess } from './vendor-files.api.ts';

/** Where files come from: a report of the person, or a QR of a facility. */
export type FileSource =
  | { readonly kind: 'report'; readonly reportId: string }
  | { readonly kind: 'qr'; readonly access: QrAccess };

const QR = /^[\w.~-]{1,2000}$/;

/** A report is the person's on screen; a QR opens without one (T2: no main patient is needed). */
export function isOpenTo(viewed: object | undefined, { kind }: { readonly kind: string }): boolean {
  return kind === 'qr' || viewed !== undefined;
}

/** Reads `diagnosticReportId, qr, id` of the address; undefined when nothing usable is named. */
export function fileSourceOf(params: URLSearchParams): FileSource | undefined {
  const reportId = params.get('diagnosticReportId') ?? '';
  const [qr, id] = [params.get('qr') ?? '', params.get('id') ?? ''];
  if (QR.test(qr) && REPORT_ID.test(id)) return { kind: 'qr', access: { id, qr } };
  return REPORT_ID.test(reportId) ? { kind: 'report', reportId } : undefined;
}
