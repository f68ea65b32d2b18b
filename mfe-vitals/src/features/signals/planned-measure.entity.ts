import { vitalIn, type VitalKey } from '@phr/clinical/codings';
import { dayPartOf, dueAt, dueWindow, type DayPart } from '@phr/fhir/doses';
import { readPlan, timesOn, type DosePlan } from '@phr/fhir/dose-plan';
import { isObject } from '@phr/fhir/json';
import { add } from '@phr/time/plain-date';
import { dayOf } from '@phr/time/zone';

/** One planned measurement: due time, and the window in which it is asked for. */
export interface PlannedMeasure {
  /** Id of the care plan. */
  readonly planId: string;
  readonly vitalKey: VitalKey;
  /** YYYY-MM-DDTHH:mm on the clock of the person. */
  readonly local: string;
  readonly part: DayPart;
  /** Milliseconds. */
  readonly due: number;
  readonly from: number;
  readonly until: number;
}

/** Pending activity statuses (FHIR R4, CarePlanActivityStatus). */
const OPEN = ['not-started', 'scheduled', 'in-progress'];

/**
 * Planned measurements of yesterday, today and tomorrow (covering times near midnight) from care plans: activities with
 * a vital's code and a fully understood structured timing. Plans in free text are only displayed; a partly understood
 * timing would ask at the wrong hour.
 */
export function plannedMeasures(resources: readonly unknown[], now: number, zone: string): readonly PlannedMeasure[] {
  const days = [-1, 0, 1].map((step) => add(dayOf(now, zone), { days: step }));
  return resources.flatMap((resource) =>
    activitiesOf(resource, zone).flatMap(({ planId, vitalKey, plan }) =>
      days.flatMap((day) =>
        timesOn(plan, day).map((time) => {
          const local = `${day}T${time}`;
          const due = dueAt({ local }, zone);
          return { planId, vitalKey, local, part: dayPartOf({ local }), due, ...dueWindow(due) };
        }),
      ),
    ),
  );
}

interface MeasuringActivity {
  readonly planId: string;
  readonly vitalKey: VitalKey;
  readonly plan: DosePlan;
}

function activitiesOf(resource: unknown, zone: string): readonly MeasuringActivity[] {
  if (!isObject(resource) || resource['resourceType'] !== 'CarePlan' || resource['status'] !== 'active') return [];
  const { id, period, activity } = resource;
  if (typeof id !== 'string' || resource['intent'] === 'proposal' || !Array.isArray(activity)) return [];
  return activity.flatMap((one: unknown) => {
    const detail = isObject(one) && isObject(one['detail']) ? one['detail'] : undefined;
    if (detail === undefined || detail['doNotPerform'] === true || !OPEN.includes(String(detail['status']))) return [];
    const vitalKey = vitalOf(detail['code']);
    // same rules as for doses: any unsupported part means no plan
    const plan = readPlan({ dosage: [{ timing: detail['scheduledTiming'] }], effectivePeriod: period }, zone);
    return vitalKey === undefined || plan === undefined ? [] : [{ planId: id, vitalKey, plan }];
  });
}

function vitalOf(code: unknown): VitalKey | undefined {
  const codings: readonly unknown[] = isObject(code) && Array.isArray(code['coding']) ? code['coding'] : [];
  return vitalIn({
    coding: codings.filter(isObject).map(({ system, code: one }) => ({ system: textOf(system), code: textOf(one) })),
  });
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
