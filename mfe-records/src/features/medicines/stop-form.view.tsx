import { textsOf, type ParseResult } from '@phr/module-kit/checked-form';
import { saveVersion } from '@phr/module-kit/correction';
import { EntryForm, type SaveTools } from '@phr/module-kit/entry-form';
import { useHost } from '@phr/module-kit/host';
import { replaceScreen } from '@phr/module-kit/screens';
import { DatePickerField } from '@phr/ui/date-picker-field';
import { formatDate } from '@phr/ui/format';
import { TextField } from '@phr/ui/text-field';
import { useUi } from '@phr/ui/ui-text';
import { useTranslation } from 'react-i18next';
import type { ScreenProps } from '../../views/screen-props.ts';
import { defined } from '@phr/fhir/reading';
import { readDay, readText } from '../form/form.model.ts';
import { saveOne } from '../form/save-one.api.ts';
import { today } from '../form/today.model.ts';
import { type StopEntry, stoppedOf, stoppedStatement } from './medicine-form.model.ts';
import type { Medicine } from './medicine.entity.ts';

interface Form {
  readonly day: string;
  readonly by: string;
  readonly reason: string;
}

function check(form: Form, now: string): ParseResult<StopEntry> {
  const day = readDay('day', form.day, now, 'med.err.day');
  const by = readText('by', form.by, 200);
  const reason = readText('reason', form.reason, 500);
  const faults = [day, by, reason].flatMap((part) => part.faults);
  if (faults.length > 0 || day.value === undefined) return { ok: false, faults };
  return { ok: true, entry: { day: day.value, ...defined({ by: by.value, reason: reason.value }) } };
}

interface StopFormProps extends ScreenProps {
  readonly medicine: Medicine;
  /** Reloads after a concurrent change. Rejects with AppError. */
  readonly reload: () => Promise<unknown>;
}

/** Stops a medicine: last day, who decided, and why. */
export function StopForm({ medicine, reload, level }: StopFormProps) {
  const { t } = useTranslation();
  const { locale } = useUi();
  const { request, navigation, patient } = useHost();
  const { id, title, isOwn, version } = medicine;
  const first = (): Form => ({ day: formatDate(today(), locale), by: '', reason: '' });
  const save = (entry: StopEntry, { patientId, issued, idOf, queueOf }: SaveTools) => {
    const queue = queueOf(t('med.stop.waiting', { name: title }), issued);
    if (isOwn)
      return saveVersion(request, 'MedicationStatement', version, stoppedStatement(medicine, entry), {
        idempotencyKey: idOf('stop'),
        queue,
      });
    const formId = idOf('stop');
    const by = patient.get().main;
    const resource = stoppedOf(medicine, entry, { patientId, at: issued, by, formId });
    return saveOne(request, { formId, resource }, queue);
  };
  return (
    <EntryForm<Form, StopEntry>
      screen="medicine-details"
      title={t('med.stop')}
      of={`stop ${id}`}
      params={{ id, stop: '1' }}
      level={level}
      back={{ screen: 'medicine-details', params: { id } }}
      success="med.stop.done"
      submitLabel={t('med.stop')}
      initial={first}
      reload={async () => {
        await reload();
        return first();
      }}
      parse={textsOf}
      check={(form, time) => check(form, time.today)}
      save={save}
      onSaved={() => replaceScreen(navigation, { screen: 'medicines' })}
      about={<p>{title}</p>}
    >
      {({ form, change, idOf, errorOf }) => {
        const set = (part: Partial<Form>) => change((before) => ({ ...before, ...part }));
        return (
          <>
            <DatePickerField
              id={idOf('day')}
              label={t('med.stop.day')}
              max={today()}
              value={form.day}
              error={errorOf('day')}
              onChange={(day) => set({ day })}
            />
            <TextField
              id={idOf('by')}
              label={t('med.stop.by')}
              hint={t('med.stop.by.hint')}
              optional
              value={form.by}
              error={errorOf('by')}
              onChange={(by) => set({ by })}
            />
            <TextField
              id={idOf('reason')}
              label={t('med.stop.reason')}
              optional
              value={form.reason}
              error={errorOf('reason')}
              onChange={(reason) => set({ reason })}
            />
          </>
        );
      }}
    </EntryForm>
  );
}
