import { textsOf } from '@phr/module-kit/checked-form';
import { EntryForm } from '@phr/module-kit/entry-form';
import { useHost } from '@phr/module-kit/host';
import { toZoned } from '@phr/time/zone';
import { RadioGroup } from '@phr/ui/radio-group';
import { SelectField } from '@phr/ui/select-field';
import { TextField } from '@phr/ui/text-field';
import { useUi } from '@phr/ui/ui-text';
import { useTranslation } from 'react-i18next';
import type { ScreenProps } from '../../views/screen-props.ts';
import { EncounterFacts } from '../encounters/encounter-facts.view.tsx';
import { MomentFields, momentOf } from '../form/moment-fields.view.tsx';
import { sendTogether } from '../form/save.api.ts';
import { checkLab, labEntries, optionsOf, type LabEntry, type LabForm } from './lab-observation.model.ts';
import { LAB_TESTS } from './lab-tests.model.ts';
import { useLabReports } from './lab.api.ts';
import { useLabScope } from './use-lab-scope.ts';

/** Records the result of a laboratory test. */
export function LabObservationCreateView({ level }: ScreenProps) {
  const { t } = useTranslation();
  const { locale } = useUi();
  const { request } = useHost();
  const { scope, params } = useLabScope();
  const reports = useLabReports(scope);
  return (
    <EntryForm<LabForm, LabEntry>
      screen="lab-observation-create"
      params={params}
      level={level}
      back={{ screen: 'lab-observations', params }}
      success="toast.resultSaved"
      submitLabel={t('lab.submit')}
      initial={() => ({ ...momentOf(Date.now(), locale), test: '', performer: '', result: 'NEG' })}
      parse={textsOf}
      check={(form, { now, zone }) => checkLab(form, now, zone)}
      save={async (entry, { patientId, zone, issued, idOf, queueOf }) => {
        const testName = t(`lab.test.${entry.test.key}`);
        const observationId = idOf('observation');
        // As they are now: a result that was just added may have made the report to which this one belongs, or somebody else may have changed it.
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
    >
      {(fields) => {
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
              onChange={(result) => set({ result })}
              options={optionsOf(form.test).map((option) => ({ value: option, label: t(`lab.${option}`) }))}
            />
          </>
        );
      }}
    </EntryForm>
  );
}
