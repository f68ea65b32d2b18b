import { dayOf } from '@phr/ui/format';
import type { AuditEvent } from './access-log.api.ts';

/** What was done, in user-facing groups. */
export type AuditAction =
  | 'read'
  | 'create'
  | 'update'
  | 'delete'
  | 'search'
  | 'grant'
  | 'revoke'
  | 'export'
  | 'several'
  | 'other';

/** An entry of the log, or several equal consecutive ones of one day. */
export interface Access {
  readonly id: string;
  /** Time of the last one, ISO 8601. */
  readonly at: string;
  readonly times: number;
  /** Undefined if not signed in. */
  readonly who: string | undefined;
  readonly bySystem: boolean;
  /** Someone without any right to this record; the server does not say who. */
  readonly byStranger: boolean;
  readonly deed: AuditAction;
  /** Resource type concerned, if any. */
  readonly type: string | undefined;
  readonly refused: boolean;
}

const BY_ACTION: Readonly<Record<string, AuditAction>> = { C: 'create', R: 'read', U: 'update', D: 'delete' };
/** DICOM DCM 110106. */
const EXPORT = '110106';
/** Resource type in the trail for a transaction of several entries. */
const BUNDLE = 'Bundle';

/** Parses an AuditEvent; undefined without id or time. The first entity is the record, the second the item in it. */
export function accessOf(event: AuditEvent): Access | undefined {
  if (event.id === undefined || event.recorded === undefined) return undefined;
  const kind = event.subtype?.[0]?.code;
  const who = event.agent?.[0]?.who;
  const met = event.entity?.[1]?.what;
  const deed: AuditAction =
    kind === 'grant' || kind === 'revoke'
      ? kind
      : event.type?.code === EXPORT || kind === 'export'
        ? 'export'
        : kind === 'search' || kind === 'search-type'
          ? 'search'
          : met?.display === BUNDLE
            ? 'several'
            : (BY_ACTION[event.action ?? ''] ?? 'other');
  const named =
    deed === 'several' || deed === 'export'
      ? undefined
      : /^[A-Z][A-Za-z]+/.exec(met?.reference ?? met?.display ?? '')?.[0];
  // "User" is not a record entry; the grant itself says enough
  const type = named === 'User' ? undefined : named;
  return {
    id: event.id,
    at: event.recorded,
    times: triesOf(event),
    deed,
    type,
    who: who?.reference === undefined ? undefined : (who.display ?? who.reference.slice(0, who.reference.indexOf('/'))),
    bySystem: who?.reference === undefined && who?.display === 'system',
    byStranger: who?.reference === undefined && who?.display === 'stranger',
    refused: event.outcome !== undefined && event.outcome !== '0',
  };
}

/** Attempts that day: equal denied attempts are one entry of the trail. */
function triesOf({ entity }: AuditEvent): number {
  const tries = Number(entity?.[0]?.detail?.find(({ type }) => type === 'tries')?.valueString);
  return Number.isInteger(tries) && tries > 0 ? tries : 1;
}

/** Groups equal consecutive entries of one day with a count: opening a screen reads many resources. */
export function grouped(entries: readonly Access[], zone?: string): readonly Access[] {
  const groups: Access[] = [];
  const keyOf = ({ at, who, bySystem, byStranger, deed, type, refused }: Access) =>
    JSON.stringify([dayOf(at, zone), who, bySystem, byStranger, deed, type, refused]);
  for (const entry of entries) {
    const last = groups.at(-1);
    if (last !== undefined && keyOf(last) === keyOf(entry))
      groups[groups.length - 1] = { ...last, times: last.times + entry.times };
    else groups.push(entry);
  }
  return groups;
}
