import { readList, type SourceContext, type Teller } from '@phr/module-kit/signal-source';
import { allergySignals, reportSignals } from '../features/signals/finding-signals.model.ts';
import { readAllergyId, readNewReport } from '../features/signals/finding.entity.ts';

/** Source 'findings': new reports, and that nothing is known of allergies (S13, S16). Reports are those of the list of reports. */
export function findings(context: SourceContext): Teller {
  const { patientId } = context;
  const reports = readList(context, {
    type: 'DiagnosticReport',
    query: { _sort: '-date', _count: 20, 'status:not': 'registered' },
    read: (resource) => resource,
  });
  const allergies = readList(context, {
    type: 'AllergyIntolerance',
    query: { _sort: '-date', _count: 20 },
    read: readAllergyId,
  });
  return {
    reads: [reports, allergies],
    tell(now, { t, locale }) {
      const situation = { patientId, now, t, locale };
      const read = (reports.data() ?? []).map((row) => readNewReport(row, locale)).filter((row) => row !== undefined);
      return [...reportSignals(read, situation), ...allergySignals(allergies.data(), situation)];
    },
  };
}
