import { vitalIn, type VitalKey } from '@phr/clinical/codings';
import { dayPartOf, dueAt, dueWindow, type DayPart } from '@phr/fhir/doses';
import { readPlan, timesOn, type DosePlan } from '@phr/fhir/dose-plan';
import { isObject } from '@phr/fhir/json';
import { add } from '@phr/time/plain-date';
import { dayOf } from '@phr/time/zone';

/** One planned measuring of a vital: when it is due, and from when until when it is asked for. */
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

/** States of an activity that is still to be done (FHIR R4, CarePlanActivityStatus). */
const OPEN = ['not-started', 'scheduled', 'in-progress'];

/**
 * What care plans ask to be measured yesterday, today and tomorrow, so that a time near midnight counts on both sides of it: activities with the code of a vital and a structured timing whose every part is understood. A plan in
 * words only is shown word for word in the record and asks for nothing here; a timing that is understood in part would ask at the wrong hour.
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
    // the rules of a dose's times are those of a measuring: a part that is not understood makes no plan
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
