import { readList, type SourceContext, type Teller } from '@phr/module-kit/signal-source';
import { dayOf, deviceZone } from '@phr/time/zone';
import { isOfScheduleAge } from '../features/vaccines-due/schedule-age.entity.ts';
import { RECOMMENDATIONS } from '../features/vaccines-due/vaccines-due.api.ts';
import { whenAny } from './when-any.ts';

/**
 * Source 'vaccines': due vaccinations (S15). The schedule covers children; for others the rules load only with a
 * recommendation.
 */
export function vaccines(context: SourceContext): Teller {
  const { host, patientId } = context;
  const advised = readList(context, { ...RECOMMENDATIONS, read: (resource) => resource });
  const birthDate = host.patient.get().family.find(({ id }) => id === patientId)?.birthDate;
  const isChild = isOfScheduleAge(birthDate, dayOf(Date.now(), deviceZone()));
  const load = async () =>
    (await import(/* webpackChunkName: "record" */ './vaccine-rules.ts')).vaccineRules(context, advised);
  return whenAny(advised, load, isChild);
}
