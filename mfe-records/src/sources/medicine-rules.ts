import { type Read, readList, type SourceContext, type Teller } from '@phr/module-kit/signal-source';
import { ALLERGIES } from '../features/medicines/medicine-queries.api.ts';
import { DOSES, ORDERS } from '../features/medicines/medicines.api.ts';
import { recordNoKnownAllergy } from '../features/allergies/no-allergy.api.ts';
import {
  actOnDose,
  type MedicineReads,
  medicineSignals,
  orderSignals,
} from '../features/signals/medicine-signals.model.ts';

export { recordNoKnownAllergy };

type AsSent = Read<readonly unknown[]>;
const asSent = (resource: unknown): unknown => resource;

/** S4, S7, S8 and S14 for a record with current medicines. The board omits allergies. */
export function medicineRules(context: SourceContext, statements: AsSent): Teller {
  const { host, patientId, scope } = context;
  const doses = readList(context, { ...DOSES, read: asSent });
  const allergies = scope === 'today' ? readList(context, { ...ALLERGIES, read: asSent }) : undefined;
  const read = (): MedicineReads => ({
    statements: statements.data() ?? [],
    // without the dose records, every dose would look missed
    doses: doses.data(),
    allergies: allergies?.data() ?? [],
    waiting: host.request.waiting.get(),
  });
  return {
    reads: allergies === undefined ? [doses] : [doses, allergies],
    follows: [host.request.waiting],
    tell: (now, { locale }) => medicineSignals(read(), { patientId, now, locale }),
    async act(signal, action) {
      const context = { patientId, now: new Date(), locale: host.settings.get().locale };
      await actOnDose(host, read(), context, { signal, action });
      doses.refresh();
    },
  };
}

/** an open prescription may be older than many completed ones: exclude those, so that one page suffices */
const OPEN_ORDERS = { ...ORDERS.query, status: 'active,on-hold,draft,unknown', _count: 100 };

/** S4 of prescriptions, in a record with allergies. */
export function orderRules(context: SourceContext, allergies: AsSent): Teller {
  const { patientId } = context;
  const orders = readList(context, { ...ORDERS, query: OPEN_ORDERS, read: asSent });
  return {
    reads: [orders],
    tell: (now, { locale }) => orderSignals(allergies.data() ?? [], orders.data() ?? [], { patientId, now, locale }),
  };
}
