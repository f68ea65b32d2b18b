import type { Shell } from '../../core/shell.tsx';

/**
 * Returns a rejected write to its form: restores the form's content as a draft, under the right person. The draft is
 * stored before the write is removed, so nothing is lost in between.
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
