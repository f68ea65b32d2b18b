import { MEALS } from '@phr/clinical/meal';
import { useSettings } from '@phr/module-kit/host';
import { formatNumber } from '@phr/ui/format';
import { NumberField } from '@phr/ui/number-field';
import { RadioGroup } from '@phr/ui/radio-group';
import { useUi } from '@phr/ui/ui-text';
import { useTranslation } from 'react-i18next';
import { useLastAmount } from '../record/use-last-amount.ts';
import { RecordForm } from '../record/record-form.view.tsx';
import {
  checkGlucose,
  glucoseReading,
  isUnlikely,
  type GlucoseEntry,
  type GlucoseForm,
} from './glucose-create.model.ts';

/** Records a glucose value in the unit of the meter, with its relation to meals. */
export function GlucoseCreate({ headingLevel = 1 }: { readonly headingLevel?: number }) {
  const { t } = useTranslation();
  const { locale } = useUi();
  const { glucoseUnit } = useSettings();
  const last = useLastAmount('glucoses');
  const previous =
    last === undefined
      ? undefined
      : { value: last.value, unit: last.unit === 'mg/dL' ? ('mg/dL' as const) : ('mmol/L' as const) };
  const number = ({ value, unit }: GlucoseEntry): string =>
    formatNumber(value, locale, Number.isInteger(value) ? '' : unit);
  return (
    <RecordForm<GlucoseForm, GlucoseEntry>
      screen="glucose-create"
      headingLevel={headingLevel}
      empty={{ glucose: '', unit: glucoseUnit, meal: '' }}
      check={checkGlucose}
      confirmations={(entry) =>
        isUnlikely(entry, previous)
          ? [t('check.unlikely', { what: t('glu.what'), value: number(entry), unit: entry.unit })]
          : []
      }
      readingsOf={glucoseReading}
      storeKeysOf={() => ['glucoses']}
      describe={(entry) => `${t('vit.glucose')} ${number(entry)}\u00a0${entry.unit}`}
    >
      {({ form, change, idOf, errorOf }) => (
        <>
          <RadioGroup
            label={t('glu.unit')}
            hint={t('glu.unitHint')}
            arrangement="inline"
            value={form.unit}
            onChange={(unit) => change({ unit })}
            options={[
              { value: 'mmol/L', label: t('unit.mmolL') },
              { value: 'mg/dL', label: t('unit.mgdL') },
            ]}
          />
          <NumberField
            id={idOf('glucose')}
            label={t('vit.glucose')}
            unit={form.unit}
            value={form.glucose}
            error={errorOf('glucose')}
            onChange={(glucose) => change({ glucose })}
            enterKeyHint="next"
          />
          <RadioGroup
            label={t('glu.meal')}
            optional
            arrangement="inline"
            value={form.meal === '' ? undefined : form.meal}
            onChange={(meal) => change({ meal })}
            options={MEALS.map((meal) => ({ value: meal, label: t(`glu.meal.${meal}`) }))}
          />
        </>
      )}
    </RecordForm>
  );
}
