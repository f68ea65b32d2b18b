import { isObject } from '../json.ts';
import { hasCode } from '../reading.ts';
import * as r4 from '../resources.ts';

/**
 * Whether an entry is true now. 'forbidden': something that must not be done or taken. 'past': was true, or is only planned.
 * 'apart': ruled out, a mistake, or under a condition that is not known. 'negation': says that there is nothing. Only 'current' counts.
 */
export type Standing = 'current' | 'forbidden' | 'past' | 'apart' | 'negation';

/** What is over; a status in another code or in words alone hides no disease and no allergy. */
const OVER = ['inactive', 'remission', 'resolved', '73425007', '413322009', '277022003'];
/** Statuses of what holds now, by type; of other types all that is neither a mistake nor given up. */
const CURRENT: Readonly<Record<string, readonly string[]>> = {
  MedicationStatement: ['active'],
  MedicationRequest: ['active'],
  CarePlan: ['active'],
  CareTeam: ['active'],
  Coverage: ['active'],
  Consent: ['active'],
  Goal: ['active', 'accepted', 'planned', 'proposed'],
  DocumentReference: ['current'],
  Immunization: ['completed'],
  Procedure: ['completed', 'in-progress'],
  MedicationAdministration: ['completed', 'in-progress'],
  MedicationDispense: ['completed', 'in-progress', 'preparation'],
  ServiceRequest: ['active', 'completed', 'on-hold'],
};
const GIVEN_UP = new Set([
  'cancelled',
  'inactive',
  'noshow',
  'failed',
  'not-done',
  'revoked',
  'rejected',
  'declined',
  'retired',
  'superseded',
  'stopped',
  'draft',
]);
/** What is only proposed has not been ordered. */
const NO_ORDER = new Set(['proposal', 'plan', 'option']);

/** Where an entry stands, by its statuses as FHIR R4 has them. `negation` and `isConditional` are what its description found. */
export function standingOf(
  type: string,
  json: unknown,
  negation: string | undefined,
  isConditional: boolean,
): Standing {
  const resource: { readonly [key: string]: unknown } = isObject(json) ? json : {};
  const status = resource['status'] ?? resource['lifecycleStatus'];
  const { verificationStatus, clinicalStatus } = r4.condition(resource) ?? {};
  if (
    isConditional ||
    status === 'entered-in-error' ||
    ['entered-in-error', 'refuted'].some((one) => hasCode(verificationStatus, one))
  )
    return 'apart';
  if (negation !== undefined) return 'negation';
  const isCurrent = isTrueNow(type, status, resource['intent'], clinicalStatus) && !hasAbated(resource);
  return resource['doNotPerform'] === true && isCurrent ? 'forbidden' : isCurrent ? 'current' : 'past';
}

function isTrueNow(
  type: string,
  status: unknown,
  intent: unknown,
  clinicalStatus: Parameters<typeof hasCode>[0],
): boolean {
  if (clinicalStatus !== undefined) return !OVER.some((one) => hasCode(clinicalStatus, one));
  if (typeof intent === 'string' && NO_ORDER.has(intent) && type.endsWith('Request')) return false;
  if (typeof status !== 'string') return true;
  const current = Object.hasOwn(CURRENT, type) ? CURRENT[type] : undefined;
  return current?.includes(status) ?? !GIVEN_UP.has(status);
}

const END = ['abatementDateTime', 'abatementAge', 'abatementPeriod', 'abatementRange'];

/** A disease of which an end is told is over (R4 Condition, con-4), unless its status says otherwise. Free text may say that it goes on. */
function hasAbated(resource: { readonly [key: string]: unknown }): boolean {
  return resource['clinicalStatus'] === undefined && END.some((key) => resource[key] !== undefined);
}
