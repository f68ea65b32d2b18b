import { MEALS } from '@phr/clinical/meal';
import { useSettings } from '@phr/module-kit/host';
import { formatNumber } from '@phr/ui/format';
import { NumberField } from '@phr/ui/number-field';
import { RadioGroup } from '@phr/ui/radio-group';
import type { Correcting } from '@phr/module-kit/correction';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { CorrectedReading } from '../record/corrected-reading.view.tsx';
import type { StoredReading } from '../record/stored-reading.entity.ts';
import { questionWords } from '../record/question.words.ts';
import { nameOf } from '../vital/vital.model.ts';
import { useLanguage } from '../readings/use-language.ts';
import { RecordForm } from '../record/record-form.view.tsx';
import {
  checkGlucose,
  formOf,
  glucoseReading,
  questionsOf,
  type GlucoseEntry,
  type GlucoseForm,
} from './glucose-create.model.ts';

/** Records a glucose value in the meter's unit, with its relation to meals; `?id=` corrects a typed one. */
export function GlucoseCreate({ headingLevel = 1 }: { readonly headingLevel?: number }) {
  const id = useSearchParams()[0].get('id');
  if (id === null) return <SugarForm headingLevel={headingLevel} />;
  return (
    <CorrectedReading id={id} headingLevel={headingLevel} isOfForm={({ reading }) => reading.vitalKey === 'glucoses'}>
      {(correcting) => <SugarForm headingLevel={headingLevel} correcting={correcting} />}
    </CorrectedReading>
  );
}

interface SugarFormProps {
  readonly headingLevel: number;
  readonly correcting?: Correcting<StoredReading>;
}

function SugarForm({ headingLevel, correcting }: SugarFormProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { locale } = language;
  const { glucoseUnit } = useSettings();
  const number = ({ value, unit }: GlucoseEntry): string =>
    formatNumber(value, locale, Number.isInteger(value) ? '' : unit);
  return (
    <RecordForm<GlucoseForm, GlucoseEntry>
      screen="glucose-create"
      headingLevel={headingLevel}
      correcting={correcting && { ...correcting, formOf: ({ reading }) => formOf(reading, locale) }}
      empty={{ glucose: '', unit: glucoseUnit, meal: '' }}
      check={(form, now, zone) => checkGlucose(form, now, zone, locale)}
      confirmations={(entry) => questionsOf(entry).map((question) => questionWords(question, language))}
      readingsOf={glucoseReading}
      vitalKeysOf={() => ['glucoses']}
      describe={(entry) => `${nameOf('glucoses', locale)} ${number(entry)}\u00a0${entry.unit}`}
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
            label={nameOf('glucoses', locale)}
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
