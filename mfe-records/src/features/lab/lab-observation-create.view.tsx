import { textsOf } from '@phr/module-kit/checked-form';
import type { Locale } from '@phr/contract/host-api';
import { saveVersion, type Correcting as CorrectingProps } from '@phr/module-kit/correction';
import { EntryForm, type EntryFormProps, type Fields } from '@phr/module-kit/entry-form';
import { useHost } from '@phr/module-kit/host';
import { toZoned } from '@phr/time/zone';
import { RadioGroup } from '@phr/ui/radio-group';
import { SelectField } from '@phr/ui/select-field';
import { TextField } from '@phr/ui/text-field';
import { useUi } from '@phr/ui/ui-text';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { ScreenProps } from '../../views/screen-props.ts';
import { EncounterFacts } from '../encounters/encounter-facts.view.tsx';
import { Corrected } from '../form/corrected.view.tsx';
import { MomentFields, momentOf, storedMoment } from '../form/moment-fields.view.tsx';
import { sendTogether } from '../form/save.api.ts';
import { checkLab, correctedLab, labEntries, optionsOf, type LabEntry, type LabForm } from './lab-observation.model.ts';
import { LAB_TESTS } from './lab-tests.model.ts';
import { loadResult, reportsOf, useLabReports } from './lab.api.ts';
import type { StoredResult } from './stored-result.entity.ts';
import { useLabScope } from './use-lab-scope.ts';

/** Records a laboratory result; `?id=` corrects the person's own. */
export function LabObservationCreateView({ level }: ScreenProps) {
  const { t } = useTranslation();
  const { params } = useLabScope();
  const id = useSearchParams()[0].get('id');
  if (id === null) return <Recording level={level} />;
  return (
    <Corrected
      type="Observation"
      id={id}
      load={loadResult}
      title={t('lab.fix')}
      level={level}
      back={{ screen: 'lab-observations', params }}
    >
      {(correcting) => <Correcting {...correcting} level={level} />}
    </Corrected>
  );
}

function Recording({ level }: ScreenProps) {
  const { t } = useTranslation();
  const { locale } = useUi();
  const { request } = useHost();
  const { scope, params } = useLabScope();
  const reports = useLabReports(scope);
  return (
    <ResultForm
      params={params}
      level={level}
      success="toast.resultSaved"
      initial={() => ({ ...momentOf(Date.now(), locale), test: '', performer: '', result: 'NEG', chosen: '' })}
      confirmations={({ isPreset, result }) => (isPreset ? [t('lab.askPreset', { result: t(`lab.${result}`) })] : [])}
      save={async (entry, { patientId, zone, issued, idOf, queueOf }) => {
        const testName = t(`lab.test.${entry.test.key}`);
        const observationId = idOf('observation');
        // refetch: the last added result may have created this one's report, or another user changed it
        const known =
          scope.encounterId === undefined && scope.diagnosticId === undefined
            ? []
            : ((await reports.refetch({ cancelRefetch: false })).data ?? []);
        const entries = labEntries(entry, {
          patientId,
          encounterId: scope.encounterId,
          zone,
          issued,
          testName,
          observationId,
          reportId: idOf('report'),
          reports: known,
          diagnosticId: scope.diagnosticId,
        });
        return sendTogether(
          request,
          entries,
          observationId,
          queueOf(`${testName}: ${t(`lab.${entry.result}`)}`, toZoned(entry.at, zone), [entry.test.coding.code]),
        );
      }}
      about={scope.encounterId !== undefined && <EncounterFacts id={scope.encounterId} level={level + 1} />}
    />
  );
}

function Correcting({ stored, reload, level }: CorrectingProps<StoredResult> & ScreenProps) {
  const { t } = useTranslation();
  const { locale } = useUi();
  const { request, notify } = useHost();
  const { params } = useLabScope();
  return (
    <ResultForm
      title={t('lab.fix')}
      of={stored.id}
      params={{ ...params, id: stored.id }}
      level={level}
      success="toast.fixed"
      initial={() => formOf(stored, locale)}
      reload={async () => formOf(await reload(), locale)}
      save={async (entry, { patientId, zone, issued, idOf, queueOf }) => {
        const testName = t(`lab.test.${entry.test.key}`);
        const reports =
          stored.test === undefined
            ? []
            : await reportsOf(request, patientId, stored.test.coding.code).catch(() => undefined);
        const { result, report } = correctedLab(entry, stored, reports ?? [], { patientId, zone, issued, testName });
        const key = idOf('correction');
        const queue = queueOf(
          t('fix.waiting', { what: `${testName}: ${t(`lab.${entry.result}`)}` }),
          toZoned(entry.at, zone),
          [entry.test.coding.code],
        );
        const saved = await saveVersion(request, 'Observation', stored, result, { idempotencyKey: key, queue });
        if (report !== undefined)
          await saveVersion(request, 'DiagnosticReport', report, report.resource, {
            idempotencyKey: idOf('report'),
            queue: { ...queue, after: key },
          });
        if (reports === undefined) notify.show({ type: 'warning', title: t('lab.fix.reportKept') });
        return saved;
      }}
    />
  );
}

/** A stored result as form fields. */
function formOf({ test, result, effective, place = '' }: StoredResult, locale: Locale): LabForm {
  const moment = storedMoment(effective, locale);
  return { ...moment, test: test?.key ?? '', performer: place, result: result ?? '', chosen: 'yes' };
}

type ResultFormProps = Pick<
  EntryFormProps<LabForm, LabEntry>,
  'level' | 'title' | 'of' | 'params' | 'success' | 'initial' | 'confirmations' | 'reload' | 'save' | 'about'
>;

function ResultForm(form: ResultFormProps) {
  const { t } = useTranslation();
  const { params } = useLabScope();
  return (
    <EntryForm<LabForm, LabEntry>
      {...form}
      screen="lab-observation-create"
      back={{ screen: 'lab-observations', params }}
      submitLabel={t('lab.submit')}
      parse={textsOf}
      check={(values, { now, zone }) => checkLab(values, now, zone)}
    >
      {(fields) => <ResultFields {...fields} />}
    </EntryForm>
  );
}

function ResultFields(fields: Fields<LabForm>) {
  const { t } = useTranslation();
  const { form, change, idOf, errorOf } = fields;
  const set = (part: Partial<LabForm>) => change((before) => ({ ...before, ...part }));
  return (
    <>
      <MomentFields fields={fields} dateLabel={t('lab.date')} timeLabel={t('lab.time')} />
      <SelectField
        id={idOf('test')}
        label={t('lab.type')}
        value={form.test}
        error={errorOf('test')}
        options={LAB_TESTS.map(({ key }) => ({ value: key, label: t(`lab.test.${key}`) }))}
        onChange={(test) =>
          set({
            test,
            result: optionsOf(test).find((option) => option === form.result) ?? optionsOf(test)[0] ?? '',
          })
        }
      />
      <TextField
        id={idOf('performer')}
        label={t('lab.performer')}
        optional
        hint={t('lab.performerHint')}
        value={form.performer}
        error={errorOf('performer')}
        maxLength={200}
        onChange={(performer) => set({ performer })}
      />
      <RadioGroup
        id={idOf('result')}
        label={t('lab.result')}
        arrangement="inline"
        value={form.result}
        error={errorOf('result')}
        onChange={(result) => set({ result, chosen: 'yes' })}
        options={optionsOf(form.test).map((option) => ({ value: option, label: t(`lab.${option}`) }))}
      />
    </>
  );
}
