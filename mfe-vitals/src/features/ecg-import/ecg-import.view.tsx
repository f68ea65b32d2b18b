import { openScreen } from '@phr/module-kit/screens';
import { codesOf } from '@phr/clinical/codings';
import { errorNotice } from '@phr/http/error-notice';
import { filePath, uploadFile } from '@phr/http/stored-file';
import { useHost, usePatient } from '@phr/module-kit/host';
import { deviceZone, momentOf } from '@phr/time/zone';
import { Button } from '@phr/ui/button';
import { Card } from '@phr/ui/card';
import { DateField } from '@phr/ui/date-field';
import { FieldFrame } from '@phr/ui/field';
import { FieldLine } from '@phr/ui/field-group';
import { formatDate, formatNumber } from '@phr/ui/format';
import { Notice } from '@phr/ui/notice';
import { NumberField } from '@phr/ui/number-field';
import { parseDateInput, parseDecimal, parseTimeInput } from '@phr/ui/parse-input';
import { PersonFor } from '@phr/ui/person-for';
import { SelectField } from '@phr/ui/select-field';
import { TimeField } from '@phr/ui/time-field';
import { useUi } from '@phr/ui/ui-text';
import { type FormEvent, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EcgStrip } from '../ecg/ecg-strip.view.tsx';
import { QualityNotices } from '../ecg/quality-notices.view.tsx';
import { analysisOf, type Recording } from '../ecg/recording.model.ts';
import { useReadingContext } from '../readings/use-language.ts';
import { FileInput } from '../record/file-input.view.tsx';
import { saveReadings } from '../record/record.api.ts';
import wide from '../ecg/ekg-details.module.css';
import css from '../record/record-form.module.css';
import { CSV_UNITS } from './csv.model.ts';
import { ECG_FILES, EcgRefused, type ImportedEcg, isEcgFile } from './imported.model.ts';
import { newEcg, offsetOf } from './new-ecg.model.ts';
import { readEcgFiles } from './read-file.port.ts';
import { UNJUDGED } from '../readings/reading.model.ts';

const ACCEPTED = Object.values(ECG_FILES).flat().join(',');
/** What the storage takes as it is set up by default: with three leads about 45 minutes. */
const MOST_BYTES = 20 * 1_048_576;

type CsvUnit = (typeof CSV_UNITS)[number];
const UNIT_SIGNS: Readonly<Record<CsvUnit, string>> = { mV: 'mV', uV: 'µV', V: 'V' };

type Read = { readonly ok: true; readonly ecg: ImportedEcg } | { readonly ok: false; readonly refused: EcgRefused };
interface FormIds {
  readonly form: string;
  readonly file: string;
}

/** Brings an ECG from a file: shows it first, asks when it was recorded, and keeps it as a recording of the patient. */
export function EcgImport({ level, onClose }: { readonly level: number; readonly onClose: () => void }) {
  const { t } = useTranslation();
  const { locale } = useUi();
  const { request, notify, topics, navigation } = useHost();
  const { viewed: patient } = usePatient();
  const [openedAt] = useState(() => Date.now());
  const context = useReadingContext(openedAt);
  const zone = deviceZone();
  const [files, setFiles] = useState<readonly File[]>([]);
  const [rate, setRate] = useState('');
  const [unit, setUnit] = useState<CsvUnit>('mV');
  const [read, setRead] = useState<Read>();
  const when = useRecordedAt(zone);
  const { recordedAt } = when;
  const [tried, setTried] = useState(false);
  const [isFuture, setFuture] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<string>();
  // Made once for what is shown: a second try after a lost answer stores nothing twice.
  const [ids, setIds] = useState<FormIds>(newIds);

  async function look(chosen: readonly File[], inUnit: CsvUnit) {
    setFailed(undefined);
    setTried(false);
    setIds(newIds());
    try {
      const ecg = await readEcgFiles(chosen, { rate: parseDecimal(rate), unit: inUnit }, context);
      setRead({ ok: true, ecg });
      if (ecg.day !== undefined) when.setDate(formatDate(ecg.day, locale));
      if (ecg.time !== undefined) when.setTime(ecg.time);
    } catch (error) {
      setRead({ ok: false, refused: error instanceof EcgRefused ? error : new EcgRefused('unknown') });
    }
  }
  const choose = (chosen: readonly File[]) => {
    setFiles(chosen);
    if (chosen.length > 0) void look(chosen, unit);
    else setRead(undefined);
  };

  async function save(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    const future = recordedAt !== undefined && recordedAt > Date.now();
    setFuture(future);
    if (read?.ok !== true || patient === undefined || recordedAt === undefined || future || busy) return;
    setBusy(true);
    setFailed(undefined);
    const samplesKey = filePath(patient.id, 'ecg', 'json', ids.file);
    const { resource, samples } = newEcg(read.ecg, {
      patientId: patient.id,
      formId: ids.form,
      recordedAt,
      now: Date.now(),
      zone,
      samplesKey,
      note: t('ecgImport.note', { file: files[0]?.name ?? '', rate: formatNumber(read.ecg.rate, locale) }),
    });
    const file = new Blob([JSON.stringify(samples)], { type: 'application/json' });
    if (file.size > MOST_BYTES) {
      setFailed(t('ecgImport.tooLarge'));
      setBusy(false);
      return;
    }
    try {
      await uploadFile(request, samplesKey, file);
      await saveReadings(request, [{ formId: ids.form, resource }]);
    } catch (error) {
      setFailed(errorNotice(error, t).title);
      setBusy(false);
      return;
    }
    topics.publish('observation.changed', { patientId: patient.id, codes: codesOf('ecgs') });
    notify.show({ type: 'success', title: t('ecgImport.done') });
    onClose();
    openScreen(navigation, { screen: 'ekg-board' });
  }

  const refused = read?.ok === false ? read.refused : undefined;
  const refusal = refused && t(`ecgImport.refused.${refused.reason}`, { about: refused.about });
  const needsRate = refused?.reason === 'rateMissing';
  const isTable = files.some((file) => isEcgFile(file, 'table'));
  return (
    <Card title={t('ecgImport.title')} level={level}>
      <form className={wide.form} onSubmit={(event) => void save(event)} noValidate>
        {patient !== undefined && <PersonFor name={patient.name} relationship={patient.relationship} />}
        <FieldFrame label={t('ecgImport.files')} hint={t('ecgImport.hint')} error={needsRate ? undefined : refusal}>
          {(control) => <FileInput control={control} multiple accept={ACCEPTED} onChoose={choose} />}
        </FieldFrame>
        {isTable && (
          <TableChoice
            rate={rate}
            unit={unit}
            rateError={needsRate ? refusal : undefined}
            setRate={setRate}
            onRate={() => void look(files, unit)}
            onUnit={(chosen) => {
              setUnit(chosen);
              void look(files, chosen);
            }}
          />
        )}
        {read?.ok === true && (
          <RecordingPart ecg={read.ecg} unit={unit} when={when} tried={tried} isFuture={isFuture} failed={failed} />
        )}
        <FieldLine>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          {read?.ok === true && (
            <Button type="submit" variant="primary" busy={busy}>
              {t('ecgImport.save')}
            </Button>
          )}
        </FieldLine>
      </form>
    </Card>
  );
}

interface TableChoiceProps {
  readonly rate: string;
  readonly unit: CsvUnit;
  readonly rateError: string | undefined;
  readonly setRate: (typed: string) => void;
  /** The rate is typed to its end. */
  readonly onRate: () => void;
  readonly onUnit: (unit: CsvUnit) => void;
}

/** What a person says of a table that does not say it itself. */
function TableChoice({ rate, unit, rateError, setRate, onRate, onUnit }: TableChoiceProps) {
  const { t } = useTranslation();
  return (
    <FieldLine>
      <NumberField
        label={t('ecgImport.rate')}
        hint={t('ecgImport.rateHint')}
        unit={t('ecgImport.perSecond')}
        value={rate}
        onChange={setRate}
        error={rateError}
        onBlur={onRate}
      />
      <SelectField
        label={t('ecgImport.unit')}
        hint={t('ecgImport.unitHint')}
        required
        value={unit}
        options={CSV_UNITS.map((one) => ({ value: one, label: UNIT_SIGNS[one] }))}
        onChange={(chosen) => {
          const known = CSV_UNITS.find((one) => one === chosen);
          if (known !== undefined) onUnit(known);
        }}
      />
    </FieldLine>
  );
}

/** The day and time of the recording as they are typed, and the moment that they make. */
function useRecordedAt(zone: string) {
  const [date, setDate] = useState('');
  const [time, setTime] = useState('');
  const typedDate = parseDateInput(date);
  const typedTime = parseTimeInput(time);
  const recordedAt =
    typedDate.kind === 'date' && typedTime !== undefined ? momentOf(typedDate.date, typedTime, zone) : undefined;
  return { date, setDate, time, setTime, typedDate, typedTime, recordedAt };
}

interface RecordingPartProps {
  readonly ecg: ImportedEcg;
  /** The unit of a table that names none. */
  readonly unit: CsvUnit;
  readonly when: ReturnType<typeof useRecordedAt>;
  readonly tried: boolean;
  readonly isFuture: boolean;
  readonly failed: string | undefined;
}

/** What was read, when it was recorded, and why it could not be kept. */
function RecordingPart({ ecg, unit, when, tried, isFuture, failed }: RecordingPartProps) {
  const { t } = useTranslation();
  const { date, setDate, time, setTime, typedDate, typedTime } = when;
  return (
    <>
      <Preview ecg={ecg} unit={unit} />
      <FieldLine>
        <DateField
          label={t('ecgImport.date')}
          value={date}
          onChange={setDate}
          error={tried && typedDate.kind !== 'date' ? t('ecgImport.dateMissing') : undefined}
        />
        <TimeField
          label={t('ecgImport.time')}
          value={time}
          onChange={setTime}
          error={
            tried && typedTime === undefined ? t('ecgImport.timeMissing') : isFuture ? t('ecgImport.future') : undefined
          }
        />
      </FieldLine>
      {failed !== undefined && (
        <Notice type="error" announce="alert" title={t('ecgImport.failed')}>
          {failed}
        </Notice>
      )}
    </>
  );
}

const newIds = (): FormIds => ({ form: crypto.randomUUID(), file: crypto.randomUUID() });

/** The curves as they will be kept, and what is not taken. */
function Preview({ ecg, unit }: Pick<RecordingPartProps, 'ecg' | 'unit'>) {
  const { t } = useTranslation();
  const recording = useMemo<Recording>(
    () => ({
      reading: {
        id: 'preview',
        vitalKey: 'ecgs',
        verdict: UNJUDGED,
        parts: [],
        counts: false,
        source: { kind: 'patient' },
        deletable: false,
        correctable: false,
        notes: [],
      },
      values: {},
      unread: {},
      interpretations: [],
      alerts: [],
      rate: ecg.rate,
      limit: Number.POSITIVE_INFINITY,
      leads: ecg.leads.map(({ name, signal }) => {
        const shift = offsetOf(signal);
        return { name, computed: false, signal: shift === 0 ? signal : signal.map((value) => value - shift) };
      }),
    }),
    [ecg],
  );
  const found = useMemo(() => analysisOf(recording), [recording]);
  const shifted = ecg.leads.filter(({ signal }) => offsetOf(signal) !== 0).map(({ name }) => name);
  return (
    <>
      {found !== undefined && <QualityNotices found={found} />}
      {ecg.unitMissing === true && (
        <Notice type="info" title={t('ecgImport.unitMissing', { unit: UNIT_SIGNS[unit] })} />
      )}
      {ecg.isUncalibrated === true && <Notice type="info" title={t('ecgImport.uncalibrated')} />}
      <EcgStrip recording={recording} found={found} />
      {ecg.leftOut.length > 0 && (
        <p className={css.quiet}>{t('ecgImport.leftOut', { names: ecg.leftOut.join(', ') })}</p>
      )}
      {ecg.gaps !== undefined && <p className={css.quiet}>{t('ecgImport.gaps', { n: ecg.gaps })}</p>}
      {shifted.length > 0 && <p className={css.quiet}>{t('ecgImport.shifted', { names: shifted.join(', ') })}</p>}
    </>
  );
}
