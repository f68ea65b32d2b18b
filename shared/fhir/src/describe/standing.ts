import { isObject } from '../json.ts';
import { hasCode } from '../reading.ts';
import * as r4 from '../resources.ts';

/**
 * Whether an entry is true now. 'forbidden': must not be done or taken. 'past': was true, or is only planned. 'apart':
 * refuted, erroneous, or under an unknown condition. 'negation': says that nothing exists. Only 'current' counts.
 */
export type Standing = 'current' | 'forbidden' | 'past' | 'apart' | 'negation';

/** Statuses that end an entry; a foreign code or free text never hides a disease or allergy. */
const OVER = ['inactive', 'remission', 'resolved', '73425007', '413322009', '277022003'];
/** Current statuses by type; other types: everything except erroneous or abandoned ones. */
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
/** Intents that are only proposals, not orders. */
const NO_ORDER = new Set(['proposal', 'plan', 'option']);

/** Derives the standing from the FHIR R4 statuses. `negation` and `isConditional` come from the description. */
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

/**
 * A disease with an abatement is over (R4 Condition, con-4), unless its status says otherwise. Free text may say that
 * it continues.
 */
function hasAbated(resource: { readonly [key: string]: unknown }): boolean {
  return resource['clinicalStatus'] === undefined && END.some((key) => resource[key] !== undefined);
}
