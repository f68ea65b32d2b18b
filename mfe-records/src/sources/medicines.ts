import { readList, type SourceContext, type Teller } from '@phr/module-kit/signal-source';
import { MEDICINES } from '../features/medicines/medicine-queries.api.ts';
import { whenAny } from './when-any.ts';

/** Source 'medicines': due and unrecorded doses, low stock, allergy conflicts (S4, S7, S8, S14). */
export function medicines(context: SourceContext): Teller {
  const statements = readList(context, { ...MEDICINES, read: (resource) => resource });
  return whenAny(statements, async () =>
    (await import(/* webpackChunkName: "record" */ './medicine-rules.ts')).medicineRules(context, statements),
  );
}
