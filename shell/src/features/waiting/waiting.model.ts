import type { Shell } from '../../core/shell.tsx';

/**
 * Takes a refused write back to its form: what the form held becomes its draft again, under the person whose record it is for. The draft is
 * there before the write goes, so that nothing is lost in between.
 */
export async function mend(
  { outbox, draftsOf, patients, navigation }: Pick<Shell, 'outbox' | 'draftsOf' | 'patients' | 'navigation'>,
  id: string,
): Promise<void> {
  const entry = await outbox.find(id);
  const form = entry?.queue.mend;
  if (entry === undefined || form === undefined) return;
  draftsOf(entry.module).open(form.form, entry.queue.patientId).write(form.value);
  await outbox.take(id);
  navigation.leave(() => {
    patients.view(entry.queue.patientId);
    navigation.go(form.screen, form.params);
  });
}
