import { readList, type SourceContext, type Teller } from '@phr/module-kit/signal-source';
import { allergySignals, reportSignals } from '../features/signals/finding-signals.model.ts';
import { readAllergyId, readNewReport } from '../features/signals/finding.entity.ts';
import { ALLERGIES, ORDERS } from '../features/medicines/medicine-queries.api.ts';
import { codeRead } from './code-read.ts';

const asSent = (resource: unknown): unknown => resource;

/** Source 'findings': an allergy that fits what was prescribed, new reports, and that nothing is known of allergies (S4, S13, S16). Reports are those of the list of reports. */
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
  const orders = scope === 'today' ? readList(context, { ...ORDERS, read: asSent }) : undefined;
  const code = codeRead(
    orders === undefined ? [] : [allergies, orders],
    () => (allergies.data()?.length ?? 0) > 0 && (orders?.data()?.length ?? 0) > 0,
    () => import(/* webpackChunkName: "record" */ '../features/signals/medicine-signals.model.ts'),
  );
  return {
    reads: [reports, allergies, ...(orders === undefined ? [] : [orders]), code],
    tell(now, { t, locale }) {
      const situation = { patientId, now, t, locale };
      const read = (reports.data() ?? []).map((row) => readNewReport(row, locale)).filter((row) => row !== undefined);
      const known = allergies
        .data()
        ?.map(readAllergyId)
        .filter((id) => id !== undefined);
      return [
        ...(code.data()?.orderSignals(allergies.data() ?? [], orders?.data() ?? [], situation) ?? []),
        ...reportSignals(read, situation),
        ...allergySignals(known, situation),
      ];
    },
    async act(_signal, _action, key) {
      const { keepNoAllergy } = await import(
        /* webpackChunkName: "record" */ '../features/allergies/no-allergy.api.ts'
      );
      await keepNoAllergy(host, patientId, key);
      allergies.refresh();
    },
  };
}
