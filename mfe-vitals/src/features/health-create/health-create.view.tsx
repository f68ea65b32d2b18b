import { formatNumber } from '@phr/ui/format';
import { NumberField } from '@phr/ui/number-field';
import { useUi } from '@phr/ui/ui-text';
import type { Correcting } from '@phr/module-kit/correction';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { CorrectedReading } from '../record/corrected-reading.view.tsx';
import type { StoredReading } from '../record/stored-reading.entity.ts';
import { useLanguage } from '../readings/use-language.ts';
import { RecordForm, type Fields } from '../record/record-form.view.tsx';
import css from '../record/record-form.module.css';
import { useAgeOn } from '../record/use-age-on.ts';
import { useLastAmounts } from '../record/use-last-amount.ts';
import { questionWords } from '../record/question.words.ts';
import { nameOf, unitTextOf } from '../vital/vital.model.ts';
import {
  checkHealth,
  EMPTY_HEALTH_FORM,
  encounterIn,
  fieldsFor,
  formOf,
  HEALTH_FIELDS,
  healthReadings,
  questionsAbout,
  type HealthEntry,
  type HealthField,
  type HealthForm,
} from './health-create.model.ts';

/**
 * Records single values of one or several vitals. `?name=<vital key>` puts one first; `?encounterId=<id>` links an
 * encounter; `?id=` corrects a typed one.
 */
export function HealthCreate({ headingLevel }: { readonly headingLevel: number }) {
  const id = useSearchParams()[0].get('id');
  if (id === null) return <IndexForm headingLevel={headingLevel} />;
  return (
    <CorrectedReading
      id={id}
      headingLevel={headingLevel}
      isOfForm={({ reading }) => HEALTH_FIELDS.some(({ vitalKey }) => vitalKey === reading.vitalKey)}
    >
      {(correcting) => <IndexForm headingLevel={headingLevel} correcting={correcting} />}
    </CorrectedReading>
  );
}

interface IndexFormProps {
  readonly headingLevel: number;
  readonly correcting?: Correcting<StoredReading>;
}

function IndexForm({ headingLevel, correcting }: IndexFormProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { locale } = language;
  const [search] = useSearchParams();
  const name = correcting?.stored.reading.vitalKey ?? search.get('name');
  const encounterId = encounterIn(search);
  const lastOf = useLastAmounts(correcting?.stored.id);
  const ageOn = useAgeOn();
  const { first, others } = fieldsFor(name);

  const unitOf = ({ vitalKey }: HealthField): string => t(unitTextOf(vitalKey));
  const phrase = ({ field, value }: HealthEntry['values'][number]): string =>
    `${formatNumber(value, locale)}\u00a0${unitOf(field)}`;
  return (
    <RecordForm<HealthForm, HealthEntry>
      screen="health-create"
      headingLevel={headingLevel}
      correcting={correcting && { ...correcting, formOf: ({ reading }) => formOf(reading, locale) }}
      empty={EMPTY_HEALTH_FORM}
      encounterId={encounterId}
      screenParams={{
        ...(name === null || correcting !== undefined ? {} : { name }),
        ...(encounterId === undefined ? {} : { encounterId }),
      }}
      check={(form, now, zone) => checkHealth(form, now, zone, name, locale)}
      confirmations={(entry) =>
        questionsAbout(entry, ({ vitalKey, unit }) =>
          lastOf(vitalKey, unit.code, entry.measuredAt, ageOn(entry.measuredAt)),
        ).map((question) => questionWords(question, language))
      }
      readingsOf={healthReadings}
      vitalKeysOf={({ values }) => [...values.map(({ field }) => field.vitalKey), 'bmis']}
      describe={({ values }) => values.map((one) => `${nameOf(one.field.vitalKey, locale)} ${phrase(one)}`).join(', ')}
    >
      {(fields) => (
        <>
          <HealthFields fields={fields} of={first} areOptional={name !== 'heights'} unitOf={unitOf} />
          {others.length > 0 && correcting === undefined && (
            <details
              className={css.more}
              open={others.some(({ field }) => fields.errorOf(field) !== undefined) || undefined}
            >
              <summary>{t('record.more')}</summary>
              <HealthFields fields={fields} of={others} areOptional unitOf={unitOf} />
            </details>
          )}
        </>
      )}
    </RecordForm>
  );
}

interface HealthFieldsProps {
  readonly fields: Fields<HealthForm>;
  readonly of: readonly HealthField[];
  readonly areOptional: boolean;
  readonly unitOf: (field: HealthField) => string;
}

function HealthFields({ fields: { form, change, idOf, errorOf }, of, areOptional, unitOf }: HealthFieldsProps) {
  const { locale } = useUi();
  return (
    <div className={css.row}>
      {of.map((one) => (
        <NumberField
          key={one.field}
          id={idOf(one.field)}
          label={nameOf(one.vitalKey, locale)}
          optional={areOptional && of.length > 1}
          unit={unitOf(one)}
          value={form[one.field]}
          error={errorOf(one.field)}
          onChange={(text) => change({ [one.field]: text })}
          enterKeyHint="next"
        />
      ))}
    </div>
  );
}
