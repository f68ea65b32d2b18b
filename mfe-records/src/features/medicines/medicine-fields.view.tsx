import { WEEK_DAYS } from '@phr/fhir/dose-plan';
import type { Fields } from '@phr/module-kit/entry-form';
import { Checkbox } from '@phr/ui/checkbox';
import { DatePickerField } from '@phr/ui/date-picker-field';
import { FieldFrame } from '@phr/ui/field';
import { FieldLine } from '@phr/ui/field-group';
import { RadioGroup } from '@phr/ui/radio-group';
import { TextArea } from '@phr/ui/text-area';
import { TextField } from '@phr/ui/text-field';
import { useTranslation } from 'react-i18next';
import { daysOf, type MedicineForm, RHYTHMS } from './medicine-form.model.ts';
import type { Medicine } from './medicine.entity.ts';
import { NameWarnings } from './warnings.view.tsx';

interface Props extends Fields<MedicineForm> {
  /** What the form was filled with. */
  readonly from?: Medicine | undefined;
}

/** The fields of a medicine, the same when it is added and when it is corrected. */
export function MedicineFields({ from, ...fields }: Props) {
  const { t } = useTranslation();
  const { form, change, idOf, errorOf } = fields;
  const set = (part: Partial<MedicineForm>) => change((before) => ({ ...before, ...part }));
  const text = (field: Exclude<keyof MedicineForm, 'papers'>) => ({
    id: idOf(field),
    value: form[field],
    error: errorOf(field),
    onChange: (typed: string) => set({ [field]: typed }),
  });
  return (
    <>
      <TextField {...text('name')} label={t('med.name')} hint={t('med.name.hint')} />
      <NameWarnings name={form.name} from={from} />
      <TextField {...text('reason')} label={t('med.reason')} optional />
      <TextArea {...text('text')} label={t('med.text')} hint={t('med.text.hint')} optional />
      <RadioGroup
        id={idOf('rhythm')}
        label={t('med.rhythm')}
        value={form.rhythm}
        onChange={(rhythm) => set({ rhythm })}
        options={RHYTHMS.map((value) => ({ value, label: t(`med.rhythm.${value}`) }))}
      />
      {(form.rhythm === 'daily' || form.rhythm === 'weekly') && <PlanFields {...fields} />}
      <FieldLine>
        <TextField {...text('amount')} label={t('med.amount')} optional width="short" inputMode="decimal" />
        <TextField {...text('unit')} label={t('med.unit')} hint={t('med.unit.hint')} optional width="short" />
      </FieldLine>
      <TextField
        {...text('count')}
        label={t('med.count')}
        hint={t('med.count.hint')}
        optional
        width="short"
        inputMode="decimal"
      />
      <DatePickerField {...text('start')} label={t('med.start')} optional partial />
      <DatePickerField {...text('end')} label={t('med.end')} hint={t('med.end.hint')} optional />
    </>
  );
}

function PlanFields({ form, change, idOf, errorOf }: Props) {
  const { t } = useTranslation();
  const chosen = daysOf(form);
  const toggle = (day: string, isOn: boolean) =>
    change((before) => ({
      ...before,
      days: WEEK_DAYS.filter((one) => (one === day ? isOn : daysOf(before).includes(one))).join(' '),
    }));
  return (
    <>
      {form.rhythm === 'weekly' && (
        <FieldFrame id={idOf('days')} label={t('med.days')} error={errorOf('days')} group>
          {() =>
            WEEK_DAYS.map((day) => (
              <Checkbox
                key={day}
                label={t(`med.day.${day}`)}
                checked={chosen.includes(day)}
                onChange={(isOn) => toggle(day, isOn)}
              />
            ))
          }
        </FieldFrame>
      )}
      <TextField
        id={idOf('times')}
        label={t('med.times')}
        hint={t('med.times.hint')}
        value={form.times}
        error={errorOf('times')}
        onChange={(times) => change((before) => ({ ...before, times }))}
      />
    </>
  );
}
