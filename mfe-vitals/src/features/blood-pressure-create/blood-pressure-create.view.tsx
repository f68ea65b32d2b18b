import { isAppError } from '@phr/contract/app-error';
import { codesOf } from '@phr/clinical/codings';
import { dayOf, deviceZone } from '@phr/clinical/periods';
import { errorKey } from '@phr/http/error-key';
import { useHost, usePatient } from '@phr/module-kit/host';
import { Screen } from '@phr/module-kit/screen';
import { Button } from '@phr/ui/button';
import { ConfirmDialog } from '@phr/ui/confirm-dialog';
import { DateField } from '@phr/ui/date-field';
import { FieldErrorSummary } from '@phr/ui/field-error-summary';
import { formatDate, formatTime } from '@phr/ui/format';
import { Notice } from '@phr/ui/notice';
import { NumberField } from '@phr/ui/number-field';
import { PersonFor } from '@phr/ui/person-for';
import { RadioGroup } from '@phr/ui/radio-group';
import { TextArea } from '@phr/ui/text-area';
import { TimeField } from '@phr/ui/time-field';
import { useUi } from '@phr/ui/ui-text';
import { type FormEvent, type KeyboardEvent, useCallback, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { latestOf, numberIn } from '../readings/reading.model.ts';
import { useLatestReadings } from '../readings/use-readings.ts';
import { Urgent } from '../urgent/urgent.view.tsx';
import { saveReadings } from './blood-pressure-create.api.ts';
import { checkForm, doubtsAbout, isUrgent, readingsFor, type Arm, type BloodPressureEntry, type BloodPressureForm, type Doubt, type EntryIds, type FormFault, type FormField } from './blood-pressure-create.model.ts';
import css from './blood-pressure-create.module.css';

const FALLBACK = '/health-indexes';

type SaveState =
  | { readonly step: 'editing' }
  | { readonly step: 'asking'; readonly entry: BloodPressureEntry; readonly doubts: readonly Doubt[] }
  | { readonly step: 'saving' }
  | { readonly step: 'failed'; readonly message: string }
  | { readonly step: 'saved'; readonly entry: BloodPressureEntry };

/** Records a blood pressure, with the pulse when the meter shows one. Goes back when the server has it (NAV-20). */
export function BloodPressureCreate({ headingLevel = 1 }: { readonly headingLevel?: number }) {
  const { t } = useTranslation();
  const { request, navigation, notify, topics } = useHost();
  const { viewed: patient } = usePatient();
  const { locale } = useUi();
  const zone = deviceZone();
  const prefix = useId();
  const fieldId = (field: FormField): string => `${prefix}-${field}`;

  const [initial] = useState(() => emptyForm(Date.now()));
  const [form, setForm] = useState(initial);
  const [faults, setFaults] = useState<readonly FormFault[]>([]);
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<SaveState>({ step: 'editing' });
  const isSending = useRef(false);
  const idsFor = useStableIds();

  const isDirty = useRef(false);
  isDirty.current = state.step !== 'saved' && JSON.stringify(form) !== JSON.stringify(initial);
  useEffect(() => navigation.guard(() => isDirty.current), [navigation]);
  useErrorTitle(faults.length > 0, t('err.title', { title: t('screen.blood-pressure-create') }), attempt);

  const last = useLastBloodPressure();

  function emptyForm(now: number): BloodPressureForm {
    return { systolic: '', diastolic: '', pulse: '', arm: 'right', note: '', ...timeOf(now) };
  }
  function timeOf(now: number) {
    return { date: formatDate(dayOf(now, zone), locale), time: formatTime(now, locale, zone) };
  }
  const change = (part: Partial<BloodPressureForm>) => setForm((before) => ({ ...before, ...part }));
  const errorOf = (field: FormField): string | undefined => {
    const fault = faults.find((one) => one.field === field);
    return fault === undefined ? undefined : t(fault.message);
  };

  function submit(event: FormEvent) {
    event.preventDefault();
    if (isSending.current) return;
    setAttempt(attempt + 1);
    const checked = checkForm(form, Date.now(), zone);
    if (!checked.ok) {
      setFaults(checked.faults);
      return;
    }
    setFaults([]);
    const doubts = doubtsAbout(checked.entry, last);
    if (doubts.length > 0) setState({ step: 'asking', entry: checked.entry, doubts });
    else void save(checked.entry);
  }

  async function save(entry: BloodPressureEntry) {
    if (patient === undefined || isSending.current) return;
    isSending.current = true;
    setState({ step: 'saving' });
    try {
      await saveReadings(request, readingsFor(entry, patient.id, idsFor(JSON.stringify(entry)), Date.now(), zone));
    } catch (error) {
      const message = t(isAppError(error) ? errorKey(error) : 'error.default');
      setState({ step: 'failed', message });
      notify.show({ type: 'error', title: t('bp.saveFailed'), description: message });
      return;
    } finally {
      isSending.current = false;
    }
    isDirty.current = false;
    notify.show({ type: 'success', title: t('toast.vitalSaved') });
    topics.publish('observation.changed', { patientId: patient.id, codes: [...codesOf('bloodPressures'), ...(entry.pulse === undefined ? [] : codesOf('heartRates'))] });
    if (isUrgent(entry)) setState({ step: 'saved', entry });
    else navigation.back(FALLBACK);
  }

  const title = t('screen.blood-pressure-create');
  if (state.step === 'saved') {
    return (
      <Screen title={title} headingLevel={headingLevel}>
        <Urgent level={headingLevel + 1} takesFocus onUnderstood={() => navigation.back(FALLBACK)}>
          <p>{t('bp.saved', { value: `${state.entry.systolic}/${state.entry.diastolic}`, unit: t('unit.mmHg') })}</p>
        </Urgent>
      </Screen>
    );
  }
  return (
    <Screen title={title} headingLevel={headingLevel} back={FALLBACK}>
      <form className={css.form} noValidate onSubmit={submit} onKeyDown={nextOnEnter}>
        {patient !== undefined && <PersonFor name={patient.name} relationship={patient.relationship} />}
        <FieldErrorSummary errors={faults.map(({ field, message }) => ({ fieldId: fieldId(field), message: t(message) }))} attempt={attempt} level={headingLevel + 1} />
        <div className={css.pair}>
          <NumberField
            id={fieldId('systolic')} label={t('bp.systolic')} hint={t('bp.pairHint')} unit={t('unit.mmHg')} value={form.systolic} error={errorOf('systolic')}
            onChange={(systolic) => change({ systolic })} onPastePair={([systolic, diastolic]) => change({ systolic, diastolic })} enterKeyHint="next"
          />
          <NumberField
            id={fieldId('diastolic')} label={t('bp.diastolic')} unit={t('unit.mmHg')} value={form.diastolic} error={errorOf('diastolic')}
            onChange={(diastolic) => change({ diastolic })} onPastePair={([systolic, diastolic]) => change({ systolic, diastolic })} enterKeyHint="next"
          />
          <NumberField
            id={fieldId('pulse')} label={t('bp.pulse')} optional unit={t('unit.bpm')} value={form.pulse} error={errorOf('pulse')}
            onChange={(pulse) => change({ pulse })} enterKeyHint="next"
          />
        </div>
        <RadioGroup
          label={t('bp.arm')} arrangement="inline" value={form.arm} onChange={(arm) => change({ arm: asArm(arm) })}
          options={[{ value: 'right', label: t('vit.arm.right') }, { value: 'left', label: t('vit.arm.left') }]}
        />
        <div className={css.when}>
          <DateField id={fieldId('date')} label={t('bp.date')} value={form.date} error={errorOf('date')} onChange={(date) => change({ date })} enterKeyHint="next" />
          <TimeField id={fieldId('time')} label={t('bp.time')} value={form.time} error={errorOf('time')} onChange={(time) => change({ time })} enterKeyHint="done" />
          <Button dense onClick={() => change(timeOf(Date.now()))}>{t('bp.now')}</Button>
        </div>
        <TextArea id={fieldId('note')} label={t('bp.note')} optional value={form.note} error={errorOf('note')} onChange={(note) => change({ note })} />
        {state.step === 'failed' && <Notice type="error" announce="alert" title={t('bp.saveFailed')}>{state.message}</Notice>}
        <Button variant="primary" type="submit" wide busy={state.step === 'saving'}>{t('common.save')}</Button>
      </form>
      {state.step === 'asking' && (
        <ConfirmDialog
          open title={questionOf(state.doubts)} confirmLabel={t('check.yes')} cancelLabel={t('check.change')}
          onCancel={() => setState({ step: 'editing' })} onConfirm={() => void save(state.entry)}
        >
          {state.doubts.slice(1).map((doubt) => <p key={doubt.kind === 'swapped' ? 'swapped' : doubt.field}>{wordsOf(doubt)}</p>)}
        </ConfirmDialog>
      )}
    </Screen>
  );

  function questionOf([first]: readonly Doubt[]): string {
    return first === undefined ? '' : wordsOf(first);
  }
  function wordsOf(doubt: Doubt): string {
    if (doubt.kind === 'swapped') return t('bp.swapped', { systolic: doubt.systolic, diastolic: doubt.diastolic });
    return t('check.unlikely', { what: t(`bp.what.${doubt.field}`), value: doubt.value, unit: t(doubt.field === 'pulse' ? 'unit.bpm' : 'unit.mmHg') });
  }
}

const asArm = (value: string): Arm => (value === 'left' ? 'left' : 'right');

/** Enter goes to the next field and saves from the last one, as on a phone's number pad. */
function nextOnEnter(event: KeyboardEvent<HTMLFormElement>) {
  if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement) || event.nativeEvent.isComposing) return;
  const inputs = [...event.currentTarget.querySelectorAll<HTMLInputElement>('input:not([type="radio"])')];
  const next = inputs[inputs.indexOf(event.target) + 1];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
  next.select();
}

/**
 * Ids for a save. The same content keeps its ids, so that a second try after a lost answer stores nothing twice; changed content gets new
 * ones, since the server would answer an old id with the old values.
 */
function useStableIds(): (content: string) => EntryIds {
  const made = useRef(new Map<string, EntryIds>());
  return useCallback((content) => {
    const known = made.current.get(content) ?? { bloodPressure: crypto.randomUUID(), pulse: crypto.randomUUID() };
    made.current.set(content, known);
    return known;
  }, []);
}

/** The page title says that the form has errors (UX-32); the heading stays and keeps no focus, which belongs to the summary. */
function useErrorTitle(hasErrors: boolean, title: string, attempt: number): void {
  const { navigation } = useHost();
  useEffect(() => {
    if (hasErrors) navigation.screenShown({ title, heading: null });
  }, [navigation, hasErrors, title, attempt]);
}

/** The latest blood pressure, against which a jump is noticed; nothing while it is unknown. */
function useLastBloodPressure() {
  const { readings, receivedAt } = useLatestReadings();
  if (receivedAt === undefined) return undefined;
  const { latest } = latestOf(readings.filter(({ storeKey, counts }) => storeKey === 'bloodPressures' && counts), Date.parse(receivedAt));
  if (latest === undefined) return undefined;
  const [systolic, diastolic] = [numberIn(latest, 'systolic'), numberIn(latest, 'diastolic')];
  return { ...(systolic === undefined ? {} : { systolic }), ...(diastolic === undefined ? {} : { diastolic }) };
}
