import type { Fields } from '@phr/module-kit/entry-form';
import { DatePickerField } from '@phr/ui/date-picker-field';
import { TextArea } from '@phr/ui/text-area';
import { TextField } from '@phr/ui/text-field';
import { useTranslation } from 'react-i18next';
import { ConceptField } from '../concepts/concept-field.view.tsx';
import { today } from '../form/today.model.ts';
import type { ImmunizationForm } from './immunization-form.model.ts';

/** Fields of a vaccination, for adding and correcting. */
export function ImmunizationFields({
  form,
  change,
  idOf,
  errorOf,
  inexactDay,
}: Fields<ImmunizationForm> & { readonly inexactDay?: string | undefined }) {
  const { t } = useTranslation();
  const set = (part: Partial<ImmunizationForm>) => change((before) => ({ ...before, ...part }));
  return (
    <>
      <ConceptField
        catalogue="vaccine"
        id={idOf('vaccine')}
        label={t('imm.vaccine')}
        hint={t('imm.chooseOrType')}
        error={errorOf('vaccine')}
        value={{ words: form.vaccine, token: form.vaccineToken }}
        onChange={({ words, token }) => set({ vaccine: words, vaccineToken: token })}
      />
      <DatePickerField
        id={idOf('date')}
        label={t('imm.date')}
        partial
        {...(inexactDay !== undefined && { optional: true, hint: t('imm.inexactDay', { date: inexactDay }) })}
        value={form.date}
        error={errorOf('date')}
        onChange={(date) => set({ date })}
        max={today()}
        enterKeyHint="next"
      />
      <TextField
        id={idOf('facility')}
        label={t('imm.administeringUnit')}
        hint={t('imm.administeringUnit.hint')}
        value={form.facility}
        error={errorOf('facility')}
        onChange={(facility) => set({ facility })}
        enterKeyHint="next"
      />
      <LotField form={form} set={set} idOf={idOf} errorOf={errorOf} />
      <TextArea
        id={idOf('note')}
        label={t('imm.note')}
        optional
        value={form.note}
        error={errorOf('note')}
        onChange={(note) => set({ note })}
      />
    </>
  );
}

interface LotFieldProps extends Pick<Fields<ImmunizationForm>, 'form' | 'idOf' | 'errorOf'> {
  readonly set: (part: Partial<ImmunizationForm>) => void;
}

/** Lot number, as printed. */
function LotField({ form, set, idOf, errorOf }: LotFieldProps) {
  const { t } = useTranslation();
  return (
    <TextField
      id={idOf('lot')}
      label={t('imm.lot')}
      hint={t('imm.lot.hint')}
      optional
      width="medium"
      autoCapitalize="characters"
      spellCheck={false}
      value={form.lot}
      error={errorOf('lot')}
      onChange={(lot) => set({ lot })}
      enterKeyHint="next"
    />
  );
}
