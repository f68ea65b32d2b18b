import { openScreen } from '@phr/module-kit/screens';
import { codesOf } from '@phr/clinical/codings';
import { errorNotice } from '@phr/http/error-notice';
import { useHost, usePatient } from '@phr/module-kit/host';
import { Screen } from '@phr/module-kit/screen';
import { dayOf, deviceZone } from '@phr/time/zone';
import { Button } from '@phr/ui/button';
import { FactList } from '@phr/ui/fact-list';
import { FieldFrame } from '@phr/ui/field';
import { formColumn } from '@phr/ui/field-group';
import { formatInstant } from '@phr/ui/format';
import { Notice } from '@phr/ui/notice';
import { PersonFor } from '@phr/ui/person-for';
import { RadioGroup } from '@phr/ui/radio-group';
import { useUi } from '@phr/ui/ui-text';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FileInput } from '../record/file-input.view.tsx';
import css from '../record/record-form.module.css';
import { readGlucoseFile, type DayOrder, type ImportedFile } from './import-file.model.ts';
import { importReadings } from './import-readings.model.ts';

/** Lines of a file that are named one by one; the rest is counted. */
const NAMED_PROBLEMS = 10;
const LARGEST_FILE = 20 * 1024 * 1024;

type Progress =
  | { readonly step: 'choosing' }
  | { readonly step: 'saving'; readonly saved: number }
  | { readonly step: 'failed'; readonly message: string };

/** Reads the file of a glucose meter, shows what is in it, and stores its readings as recordings of the patient. */
export function GlucoseImport({ headingLevel }: { readonly headingLevel: number }) {
  const { t } = useTranslation();
  const { request, navigation, notify, topics } = useHost();
  const { viewed: patient } = usePatient();
  const zone = deviceZone();
  const [text, setText] = useState<string>();
  const [order, setOrder] = useState<DayOrder>();
  const [now] = useState(() => Date.now());
  const [unread, setUnread] = useState<'tooLarge' | 'unreadable'>();
  const [progress, setProgress] = useState<Progress>({ step: 'choosing' });
  const read = text === undefined ? undefined : readGlucoseFile(text, zone, now, order);

  async function choose(chosen: File | undefined) {
    setOrder(undefined);
    setProgress({ step: 'choosing' });
    const isTooLarge = chosen !== undefined && chosen.size > LARGEST_FILE;
    setUnread(isTooLarge ? 'tooLarge' : undefined);
    setText(undefined);
    if (chosen === undefined || isTooLarge) return;
    // What was chosen may be away by now: moved, changed, or never brought down from the network.
    await chosen.text().then(setText, () => setUnread('unreadable'));
  }
  async function save({ readings }: ImportedFile) {
    const last = readings.at(-1);
    if (patient === undefined || last === undefined || progress.step === 'saving') return;
    setProgress({ step: 'saving', saved: 0 });
    try {
      await importReadings(request, readings, patient.id, zone, now, (saved) => setProgress({ step: 'saving', saved }));
    } catch (error) {
      setProgress({ step: 'failed', message: errorNotice(error, t).title });
      return;
    } finally {
      topics.publish('observation.changed', { patientId: patient.id, codes: codesOf('glucoses') });
    }
    notify.show({ type: 'success', title: t('import.done', { n: readings.length }) });
    openScreen(navigation, { screen: 'bg-board', params: { range: '14d', at: dayOf(last.at, zone) } });
  }

  const refused = unread ?? (read?.ok === false ? read.fault : undefined);
  const fault = refused && t(`import.refused.${refused}`);
  return (
    <Screen title={t('import.title')} headingLevel={headingLevel} back={{ screen: 'bg-board' }}>
      <div className={formColumn}>
        {patient !== undefined && <PersonFor name={patient.name} relationship={patient.relationship} />}
        <FieldFrame label={t('import.file')} hint={t('import.hint')} error={fault}>
          {(control) => (
            <FileInput
              control={control}
              accept=".csv,.txt,.json,text/csv,application/json"
              onChoose={([file]) => void choose(file)}
            />
          )}
        </FieldFrame>
        {read?.ok === true && (
          <>
            <Contents file={read.file} />
            {read.file.order !== undefined &&
              read.file.order.order !== 'yearFirst' &&
              (!read.file.order.isSure || order !== undefined) && (
                <RadioGroup
                  label={t('import.order')}
                  hint={t('import.orderHint')}
                  arrangement="inline"
                  value={read.file.order.order}
                  onChange={(next) => setOrder(next === 'monthFirst' ? 'monthFirst' : 'dayFirst')}
                  options={[
                    { value: 'dayFirst', label: t('import.order.dayFirst') },
                    { value: 'monthFirst', label: t('import.order.monthFirst') },
                  ]}
                />
              )}
            {progress.step === 'saving' && (
              <p role="status">{t('import.progress', { n: progress.saved, total: read.file.readings.length })}</p>
            )}
            {progress.step === 'failed' && (
              <Notice type="error" announce="alert" title={t('import.failed')}>
                {progress.message}
              </Notice>
            )}
            {read.file.readings.length > 0 && (
              <Button variant="primary" wide busy={progress.step === 'saving'} onClick={() => void save(read.file)}>
                {t('import.save', { n: read.file.readings.length })}
              </Button>
            )}
          </>
        )}
      </div>
    </Screen>
  );
}

/** What was found in the file: readings, their time, and every line that is none. */
function Contents({ file: { format, readings, problems, others, doubles, hasZone } }: { readonly file: ImportedFile }) {
  const { t } = useTranslation();
  const { locale } = useUi();
  const zone = deviceZone();
  const [first, last] = [readings[0], readings.at(-1)];
  return (
    <section aria-label={t('import.contents')} role="status">
      <FactList
        facts={[
          { name: t('import.format'), content: format },
          { name: t('glu.readings'), content: String(readings.length) },
          ...(first === undefined || last === undefined
            ? []
            : [
                { name: t('import.from'), content: formatInstant(first.at, locale, zone) },
                { name: t('import.to'), content: formatInstant(last.at, locale, zone) },
                { name: t('glu.unit'), content: first.unit },
              ]),
          ...(doubles === 0 ? [] : [{ name: t('import.doubles'), content: t('import.doublesWords', { n: doubles }) }]),
          ...(others === 0 ? [] : [{ name: t('import.others'), content: t('import.othersWords', { n: others }) }]),
        ]}
      />
      {!hasZone && <p className={css.quiet}>{t('import.zone', { zone })}</p>}
      {problems.length > 0 && (
        <Notice type="warning" title={t('import.problems', { n: problems.length })}>
          <ul>
            {problems.slice(0, NAMED_PROBLEMS).map(({ line, fault }) => (
              <li key={line}>{t('import.line', { line, fault: t(`import.fault.${fault}`) })}</li>
            ))}
          </ul>
          {problems.length > NAMED_PROBLEMS && (
            <p>{t('import.moreProblems', { n: problems.length - NAMED_PROBLEMS })}</p>
          )}
        </Notice>
      )}
    </section>
  );
}
