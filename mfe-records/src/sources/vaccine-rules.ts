import { scheduleSignature } from '@phr/clinical/vaccines/schedule';
import { type Read, readList, type SourceContext, type Teller } from '@phr/module-kit/signal-source';
import { dayOf, deviceZone } from '@phr/time/zone';
import { readRecommendations, readVaccination } from '../features/vaccines-due/vaccination.entity.ts';
import { VACCINATIONS } from '../features/vaccines-due/vaccines-due.api.ts';
import { vaccineSignals } from '../features/signals/vaccine-signals.model.ts';

/** S15 for a child, or anyone with a recorded recommendation. */
export function vaccineRules(context: SourceContext, advised: Read<readonly unknown[]>): Teller {
  const { host, patientId } = context;
  const vaccinations = readList(context, { ...VACCINATIONS, read: readVaccination });
  return {
    reads: [vaccinations],
    follows: [host.settings],
    tell(now, { locale }) {
      const given = vaccinations.data();
      const rows = advised.data();
      // without recorded doses all would look due; without recommendations the schedule could contradict them
      if (given === undefined || rows === undefined) return [];
      return vaccineSignals(
        {
          birthDate: host.patient.get().family.find(({ id }) => id === patientId)?.birthDate,
          today: dayOf(now.getTime(), deviceZone()),
          given,
          recommendations: rows.flatMap((row) => readRecommendations(row, locale)),
          signature: scheduleSignature(host.settings.get().clinicalTexts),
        },
        { patientId, now, locale },
      );
    },
  };
}
