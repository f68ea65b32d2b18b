import { mayIn } from '@phr/contract/may';
import { readList, type SourceContext, type Teller } from '@phr/module-kit/signal-source';
import { allergySignals, reportSignals } from '../features/signals/finding-signals.model.ts';
import { readAllergyId, readNewReport } from '../features/signals/finding.entity.ts';
import { ALLERGIES } from '../features/medicines/medicine-queries.api.ts';
import { whenAny } from './when-any.ts';

const asSent = (resource: unknown): unknown => resource;

/**
 * Source 'findings': allergy conflicts of prescriptions, new reports, and missing allergy information (S4, S13, S16).
 * Shares the list of reports.
 */
export function findings(context: SourceContext): Teller {
  const { host, patientId, scope } = context;
  const reports = readList(context, {
    type: 'DiagnosticReport',
    query: { _sort: '-date', _count: 20, 'status:not': 'registered' },
    read: (resource) => resource,
  });
  const allergies = readList(context, {
    ...ALLERGIES,
    read: asSent,
  });
  const load = () => import(/* webpackChunkName: "record" */ './medicine-rules.ts');
  const prescribed =
    scope === 'today' ? whenAny(allergies, async () => (await load()).orderRules(context, allergies)) : undefined;
  return {
    reads: [reports, ...(prescribed?.reads ?? [allergies])],
    tell(now, words) {
      const { t, locale } = words;
      const situation = { patientId, now, t, locale };
      const person = host.patient.get().family.find(({ id }) => id === patientId);
      const read = (reports.data() ?? []).map((row) => readNewReport(row, locale)).filter((row) => row !== undefined);
      const known = allergies
        .data()
        ?.map(readAllergyId)
        .filter((id) => id !== undefined);
      return [
        ...(prescribed?.tell(now, words) ?? []),
        ...reportSignals(read, situation),
        // read-only users are not asked
        ...(mayIn(person ?? {}, 'create') ? allergySignals(known, situation) : []),
      ];
    },
    async act(_signal, _action, key) {
      await (await load()).recordNoKnownAllergy(host, patientId, key);
      allergies.refresh();
    },
  };
}
