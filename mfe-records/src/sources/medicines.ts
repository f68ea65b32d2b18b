import { readList, type SourceContext, type Teller } from '@phr/module-kit/signal-source';
import { ALLERGIES, DOSES, MEDICINES } from '../features/medicines/medicine-queries.api.ts';
import { codeRead } from './code-read.ts';

const asSent = (resource: unknown): unknown => resource;

/** Source 'medicines': doses due and not recorded, a stock that ends, an allergy that fits what is taken (S4, S7, S8, S14). */
export function medicines(context: SourceContext): Teller {
  const { host, patientId, scope } = context;
  const statements = readList(context, { ...MEDICINES, read: asSent });
  const doses = readList(context, { ...DOSES, read: asSent });
  const allergies = scope === 'today' ? readList(context, { ...ALLERGIES, read: asSent }) : undefined;
  const code = codeRead(
    [statements],
    () => (statements.data()?.length ?? 0) > 0,
    () => import(/* webpackChunkName: "record" */ '../features/signals/medicine-signals.model.ts'),
  );
  const read = () => ({
    statements: statements.data() ?? [],
    // without what is recorded, each dose would look missing
    doses: doses.data(),
    allergies: allergies?.data() ?? [],
    waiting: host.request.waiting.get(),
  });
  return {
    reads: [statements, doses, ...(allergies === undefined ? [] : [allergies]), code],
    follows: [host.request.waiting],
    tell: (now, { locale }) => code.data()?.medicineSignals(read(), { patientId, now, locale }) ?? [],
    async act(signal, action) {
      const locale = host.settings.get().locale;
      await code.data()?.actOnDose(host, read(), { patientId, now: new Date(), locale }, { signal, action });
      doses.refresh();
    },
  };
}
