import { FieldGroup } from '@phr/ui/field-group';
import { NumberField } from '@phr/ui/number-field';
import { RadioGroup } from '@phr/ui/radio-group';
import type { Correcting } from '@phr/module-kit/correction';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { CorrectedReading } from '../record/corrected-reading.view.tsx';
import type { StoredReading } from '../record/stored-reading.entity.ts';
import { latestOf, numberIn } from '../readings/reading.model.ts';
import { useLatestReadings } from '../readings/use-readings.ts';
import { questionWords } from '../record/question.words.ts';
import { nameOf } from '../vital/vital.model.ts';
import { useLanguage } from '../readings/use-language.ts';
import { RecordForm, type Fields } from '../record/record-form.view.tsx';
import css from '../record/record-form.module.css';
import {
  checkForm,
  doubtsAbout,
  EMPTY_FORM,
  meanOfForm,
  fieldOf,
  formOf,
  readDraft,
  readingsFor,
  typedOf,
  withTyped,
  type BloodPressureEntry,
  type BloodPressureForm,
  type Doubt,
  type Part,
  type TypedPressure,
} from './blood-pressure-create.model.ts';

/** Records a blood pressure, or a series of three, with pulse if shown by the meter; `?id=` corrects a typed one. */
export function BloodPressureCreate({ headingLevel }: { readonly headingLevel: number }) {
  const id = useSearchParams()[0].get('id');
  if (id === null) return <PressureForm headingLevel={headingLevel} />;
  return (
    <CorrectedReading
      id={id}
      headingLevel={headingLevel}
      isOfForm={({ reading }) => reading.vitalKey === 'bloodPressures'}
    >
      {(correcting) => <PressureForm headingLevel={headingLevel} correcting={correcting} />}
    </CorrectedReading>
  );
}

interface PressureFormProps {
  readonly headingLevel: number;
  readonly correcting?: Correcting<StoredReading>;
}

function PressureForm({ headingLevel, correcting }: PressureFormProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { locale } = language;
  const last = useLastBloodPressure(correcting?.stored.id);
  const pressure = ({ series }: BloodPressureEntry): string =>
    series.map(({ systolic, diastolic }) => `${systolic}/${diastolic}`).join(', ');

  function wordsOf(doubt: Doubt): string {
    if (doubt.kind === 'swapped') return t('bp.swapped', { systolic: doubt.systolic, diastolic: doubt.diastolic });
    return questionWords(doubt.question, language);
  }
  return (
    <RecordForm<BloodPressureForm, BloodPressureEntry>
      screen="blood-pressure-create"
      headingLevel={headingLevel}
      correcting={correcting && { ...correcting, formOf: ({ reading }) => formOf(reading, locale) }}
      empty={EMPTY_FORM}
      parse={readDraft}
      check={(form, now, zone) => checkForm(form, now, zone, locale)}
      confirmations={(entry) => doubtsAbout(entry, last).map(wordsOf)}
      readingsOf={readingsFor}
      vitalKeysOf={({ series }) =>
        series.some(({ pulse }) => pulse !== undefined) ? ['bloodPressures', 'heartRates'] : ['bloodPressures']
      }
      describe={(entry) => `${nameOf('bloodPressures', locale)} ${pressure(entry)}\u00a0${t('unit.mmHg')}`}
    >
      {(fields) => (
        <>
          {correcting === undefined && (
            <RadioGroup
              label={t('bp.times')}
              arrangement="inline"
              value={fields.form.times}
              onChange={(times) => fields.change({ times })}
              options={[
                { value: '1', label: t('bp.once') },
                { value: '3', label: t('bp.series') },
              ]}
            />
          )}
          {fields.form.times === '3' && <p className={css.quiet}>{t('bp.seriesHelp')}</p>}
          {typedOf(fields.form).map((typed, place) => (
            <PressureFields
              key={fieldOf('systolic', place)}
              fields={fields}
              typed={typed}
              place={place}
              hasPulse={correcting === undefined}
            />
          ))}
          <Mean form={fields.form} />
          <RadioGroup
            label={t('bp.arm')}
            arrangement="inline"
            value={fields.form.arm}
            onChange={(arm) => fields.change({ arm })}
            options={[
              { value: 'right', label: t('vit.arm.right') },
              { value: 'left', label: t('vit.arm.left') },
            ]}
          />
        </>
      )}
    </RecordForm>
  );
}

/** The three numbers of a reading; in a series, grouped and numbered. */
function PressureFields({
  fields: { form, change, idOf, errorOf },
  typed,
  place,
  hasPulse,
}: {
  readonly fields: Fields<BloodPressureForm>;
  readonly typed: TypedPressure;
  readonly place: number;
  /** A pulse is a separate reading, corrected separately. */
  readonly hasPulse: boolean;
}) {
  const { t } = useTranslation();
  const set = (numbers: Partial<TypedPressure>) => change(withTyped(form, place, numbers));
  const setPair = ([systolic, diastolic]: readonly [string, string]) => set({ systolic, diastolic });
  const field = (part: Part) => ({
    id: idOf(fieldOf(part, place)),
    label: t(`bp.${part}`),
    value: typed[part],
    error: errorOf(fieldOf(part, place)),
    onChange: (number: string) => set({ [part]: number }),
    enterKeyHint: 'next' as const,
  });
  const isSeries = form.times === '3';
  const inputs = (
    <>
      <NumberField
        {...field('systolic')}
        {...(place === 0 ? { hint: t('bp.pairHint') } : {})}
        unit={t('unit.mmHg')}
        onPastePair={setPair}
      />
      <NumberField {...field('diastolic')} unit={t('unit.mmHg')} onPastePair={setPair} />
      {hasPulse && <NumberField {...field('pulse')} optional unit={t('unit.bpm')} />}
    </>
  );
  if (!isSeries) return <div className={css.pair}>{inputs}</div>;
  return (
    <FieldGroup title={t('bp.nth', { n: place + 1 })}>
      <div className={css.row}>{inputs}</div>
    </FieldGroup>
  );
}

/** The mean of the series as far as it is typed. */
function Mean({ form }: { readonly form: BloodPressureForm }) {
  const { t } = useTranslation();
  const found = meanOfForm(form);
  return form.times === '3' ? (
    <p role="status" className={css.mean}>
      {found !== undefined &&
        t(found.used < found.count ? 'bp.meanLater' : 'bp.mean', {
          n: found.used,
          value: `${found.mean.systolic}/${found.mean.diastolic}`,
          unit: t('unit.mmHg'),
        })}
    </p>
  ) : null;
}

/** The latest blood pressure other than the corrected one, for detecting jumps; undefined if unknown. */
function useLastBloodPressure(corrected: string | undefined) {
  const { readings, receivedAt } = useLatestReadings();
  if (receivedAt === undefined) return undefined;
  const { latest } = latestOf(
    readings.filter(({ id, vitalKey, counts }) => vitalKey === 'bloodPressures' && counts && id !== corrected),
    Date.parse(receivedAt),
  );
  if (latest === undefined) return undefined;
  const [systolic, diastolic] = [numberIn(latest, 'systolic'), numberIn(latest, 'diastolic')];
  return { ...(systolic === undefined ? {} : { systolic }), ...(diastolic === undefined ? {} : { diastolic }) };
}
