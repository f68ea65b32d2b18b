import { dateBounds } from '@phr/fhir/dates';
import { isResource, textAt, valuesAt, type Resource } from '../../fhir/resource.ts';
import type { Written } from '../../fhir/write-request.ts';
import { parseJson } from '../../kit/content/json-text.ts';
import { FACILITY_ZONE_MINUTES } from '../../kit/facility-zone.ts';
import { LINK_GROUP } from '../admin/link-profile.ts';

/** Subject of an entry. 'report-file': a reported report gained a file. 'reading': a very dangerous one. */
export const KINDS = ['reading', 'appointment', 'consent', 'report', 'report-file', 'link', 'hub'] as const;
export type Kind = (typeof KINDS)[number];

/** Current state of a resource. Kind, code and reference only: texts are made for readers by the client. */
export interface InboxEvent {
  readonly patientId: string;
  readonly kind: Kind;
  readonly ref: string;
  /** One code; after a colon the count of a report's files. */
  readonly state: string;
  /** True for a state that notifies; others settle earlier entries. */
  readonly told: boolean;
}

/** Older reports are not news: 30 days, as on the today screen. */
const REPORT_MS = 30 * 86_400_000;
const DATES = ['issued', 'effectiveDateTime', 'effectivePeriod.end', 'effectivePeriod.start'];
const TOLD_REPORTS: ReadonlySet<string> = new Set(['final', 'amended', 'corrected', 'appended']);
const TOLD_APPOINTMENTS: ReadonlySet<string> = new Set(['booked', 'cancelled']);

interface Rule {
  readonly kind: Kind;
  /** False for a resource of the type that is irrelevant. */
  readonly concerns?: (resource: Resource) => boolean;
  readonly state?: (resource: Resource, status: string) => string;
  readonly told: (resource: Resource, status: string, now: number) => boolean;
}

const RULES: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  ['Consent', { kind: 'consent', told: (_, status) => status === 'proposed' }],
  [
    'Appointment',
    {
      kind: 'appointment',
      told: (resource, status, now) => TOLD_APPOINTMENTS.has(status) && startOf(textAt(resource, 'start')) > now,
    },
  ],
  [
    'DiagnosticReport',
    {
      kind: 'report',
      state: (resource, status) => `${status}:${valuesAt(resource, 'presentedForm').length}`,
      told: (resource, status, now) =>
        TOLD_REPORTS.has(status) &&
        startOf(DATES.map((path) => textAt(resource, path)).find((date) => date !== undefined)) > now - REPORT_MS,
    },
  ],
  [
    'Task',
    {
      kind: 'link',
      concerns: (resource) => textAt(resource, 'groupIdentifier.value') === LINK_GROUP,
      told: (_, status) => status === 'on-hold',
    },
  ],
]);

/** True for a type the inbox watches. */
export function isNotifiable(type: string): boolean {
  return RULES.has(type) || type === 'Observation';
}

/**
 * Meaning of a write for the inbox; undefined if irrelevant.
 * @param now milliseconds since 1970
 */
export function inboxEventOf({ outcome, type, id, patientId, content }: Written, now: number): InboxEvent | undefined {
  const rule = RULES.get(type);
  if (rule === undefined || patientId === undefined || (outcome !== 'created' && outcome !== 'updated'))
    return undefined;
  const resource = parseJson(content);
  if (!isResource(resource) || rule.concerns?.(resource) === false) return undefined;
  const status = textAt(resource, 'status') ?? '';
  return {
    patientId,
    kind: rule.kind,
    ref: `${type}/${id}`,
    state: rule.state?.(resource, status) ?? status,
    told: rule.told(resource, status, now),
  };
}

/** Milliseconds since 1970; long ago without a date. */
export function startOf(date: string | undefined): number {
  return (
    (date === undefined ? undefined : dateBounds(date, FACILITY_ZONE_MINUTES)?.start.getTime()) ??
    Number.NEGATIVE_INFINITY
  );
}
