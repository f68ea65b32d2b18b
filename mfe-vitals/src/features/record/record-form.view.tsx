import { codesOf, type StoreKey } from '@phr/clinical/codings';
import { dayOf, deviceZone, isoWithOffset } from '@phr/clinical/periods';
import { errorNotice } from '@phr/http/error-notice';
import { DraftOffer } from '@phr/module-kit/draft-offer';
import { useHost, usePatient } from '@phr/module-kit/host';
import { Screen } from '@phr/module-kit/screen';
import { useDraft } from '@phr/module-kit/use-draft';
import { useStableIds } from '@phr/module-kit/use-stable-ids';
import { Button } from '@phr/ui/button';
import { ConfirmDialog } from '@phr/ui/confirm-dialog';
import { DateField } from '@phr/ui/date-field';
import { FieldErrorSummary } from '@phr/ui/field-error-summary';
import { FieldLine, formColumn } from '@phr/ui/field-group';
import { formatDate, formatTime } from '@phr/ui/format';
import { Notice } from '@phr/ui/notice';
import { PersonFor } from '@phr/ui/person-for';
import { TextArea } from '@phr/ui/text-area';
import { TimeField } from '@phr/ui/time-field';
import { useUi } from '@phr/ui/ui-text';
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Urgent } from '../urgent/urgent.view.tsx';
import type { NewReading, Occasion } from './new-reading.model.ts';
import { nextOnEnter } from './next-on-enter.ts';
import { saveReadings } from './record.api.ts';
import { formOfDraft, type Checked, type FormFault, type OccasionForm, type TypedForm } from './record.model.ts';

/** Where a form leads when this tab has no earlier screen. */
const FALLBACK = '/health-indexes';

/** An entry that can be saved. */
export interface RecordEntry {
  readonly measuredAt: number;
  readonly note?: string;
}

/** What the fields of a form get. */
export interface Fields<Form> {
  readonly form: Form;
  readonly change: (part: Partial<Form>) => void;
  /** Id of a field, where the error summary leads. */
  readonly idOf: (field: string) => string;
  /** What is wrong with a field, in words. */
  readonly errorOf: (field: string) => string | undefined;
}

interface RecordFormProps<Form extends TypedForm, Entry extends RecordEntry> {
  /** Screen name: its text is the title, and its draft is kept under it. */
  readonly screen: 'blood-pressure-create' | 'glucose-create' | 'health-create';
  readonly screenParams?: Readonly<Record<string, string>>;
  readonly headingLevel: number;
  readonly empty: Form;
  readonly check: (form: Form & OccasionForm, now: number, zone: string) => Checked<Entry>;
  /** Questions that are asked once before saving, the first one first. */
  readonly doubts: (entry: Entry) => readonly string[];
  readonly readingsOf: (entry: Entry, occasion: Occasion) => readonly NewReading[];
  readonly storeKeysOf: (entry: Entry) => readonly StoreKey[];
  /** The entry in words: 'Huyết áp 128/82 mmHg'. */
  readonly describe: (entry: Entry) => string;
  readonly isUrgent: (entry: Entry) => boolean;
  /** False while there is nothing to save. */
  readonly canSave?: (form: Form) => boolean;
  readonly children: (fields: Fields<Form>) => ReactNode;
}

type SaveState<Entry> =
  | { readonly step: 'editing' }
  | { readonly step: 'asking'; readonly entry: Entry; readonly questions: readonly string[] }
  | { readonly step: 'saving' }
  | { readonly step: 'failed'; readonly message: string }
  | { readonly step: 'saved'; readonly entry: Entry };

/**
 * The frame of every form that records readings: whose they are, when they were taken, a note; checking, questions, saving, drafts.
 * Goes back when the server has them or the device keeps them (NAV-20).
 */
export function RecordForm<Form extends TypedForm, Entry extends RecordEntry>(props: RecordFormProps<Form, Entry>) {
  // A form of its own for each person: nothing typed for one is ever saved for another.
  return <FormOfPerson key={usePatient().viewed?.id} {...props} />;
}

function FormOfPerson<Form extends TypedForm, Entry extends RecordEntry>(props: RecordFormProps<Form, Entry>) {
  const { screen, screenParams, headingLevel, empty, check, doubts, readingsOf, storeKeysOf, describe, isUrgent, canSave, children } = props;
  const { t } = useTranslation();
  const { request, navigation, notify } = useHost();
  const { viewed: patient } = usePatient();
  const { locale } = useUi();
  const zone = deviceZone();
  const prefix = useId();
  const idOf = (field: string): string => `${prefix}-${field}`;

  const [first] = useState(() => ({ ...empty, ...timeOf(Date.now()), note: '' }));
  const draft = useDraft<Form & OccasionForm>({ form: screen, initial: () => first, parse: (kept) => formOfDraft(kept, first) });
  const form = draft.value;
  const [faults, setFaults] = useState<readonly FormFault[]>([]);
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<SaveState<Entry>>({ step: 'editing' });
  const isSending = useRef(false);
  const idFor = useStableIds();
  const title = t(`screen.${screen}`);
  useErrorTitle(faults.length > 0, t('err.title', { title }), attempt);

  function timeOf(now: number) {
    return { date: formatDate(dayOf(now, zone), locale), time: formatTime(now, locale, zone) };
  }
  const change = (part: Partial<Form>) => draft.change((before) => ({ ...before, ...part }));
  const changeOccasion = (part: Partial<OccasionForm>) => draft.change((before) => ({ ...before, ...part }));
  const errorOf = (field: string): string | undefined => {
    const fault = faults.find((one) => one.field === field);
    return fault === undefined ? undefined : t(fault.message);
  };

  function submit(event: FormEvent) {
    event.preventDefault();
    if (isSending.current) return;
    setAttempt(attempt + 1);
    const checked = check(form, Date.now(), zone);
    if (!checked.ok) {
      setFaults(checked.faults);
      return;
    }
    setFaults([]);
    const questions = doubts(checked.entry);
    if (questions.length > 0) setState({ step: 'asking', entry: checked.entry, questions });
    else void save(checked.entry);
  }

  async function save(entry: Entry) {
    if (patient === undefined || isSending.current) return;
    isSending.current = true;
    setState({ step: 'saving' });
    const content = JSON.stringify(entry);
    const readings = readingsOf(entry, { patientId: patient.id, measuredAt: entry.measuredAt, now: Date.now(), zone, note: entry.note, idOf: (name) => idFor(content, name) });
    let saved;
    try {
      saved = await saveReadings(request, readings, {
        patientId: patient.id, title: describe(entry), at: isoWithOffset(entry.measuredAt, zone),
        mend: { screen, form: screen, value: form, ...(screenParams === undefined ? {} : { params: screenParams }) },
        publish: { topic: 'observation.changed', event: { patientId: patient.id, codes: storeKeysOf(entry).flatMap(codesOf) } },
      });
    } catch (error) {
      const notice = errorNotice(error, t);
      setState({ step: 'failed', message: notice.title });
      notify.show(notice);
      return;
    } finally {
      isSending.current = false;
    }
    draft.done();
    notify.show(saved.isWaiting ? { type: 'info', title: t('outbox.saved') } : { type: 'success', title: t('toast.vitalSaved') });
    if (isUrgent(entry)) setState({ step: 'saved', entry });
    else navigation.back(FALLBACK);
  }

  if (state.step === 'saved') {
    return (
      <Screen title={title} headingLevel={headingLevel}>
        <Urgent level={headingLevel + 1} takesFocus onUnderstood={() => navigation.back(FALLBACK)}>
          <p>{t('record.saved', { what: describe(state.entry) })}</p>
        </Urgent>
      </Screen>
    );
  }
  return (
    <Screen title={title} headingLevel={headingLevel} back={FALLBACK}>
      <form className={formColumn} noValidate onSubmit={submit} onKeyDown={nextOnEnter}>
        {patient !== undefined && <PersonFor name={patient.name} relationship={patient.relationship} />}
        <DraftOffer draft={draft} />
        <FieldErrorSummary errors={faults.map(({ field, message }) => ({ fieldId: idOf(field), message: t(message) }))} attempt={attempt} level={headingLevel + 1} />
        {children({ form, change, idOf, errorOf })}
        <FieldLine>
          <DateField id={idOf('date')} label={t('bp.date')} value={form.date} error={errorOf('date')} onChange={(date) => changeOccasion({ date })} enterKeyHint="next" />
          <TimeField id={idOf('time')} label={t('bp.time')} value={form.time} error={errorOf('time')} onChange={(time) => changeOccasion({ time })} enterKeyHint="done" />
          <Button dense onClick={() => changeOccasion(timeOf(Date.now()))}>{t('bp.now')}</Button>
        </FieldLine>
        <TextArea id={idOf('note')} label={t('bp.note')} optional value={form.note} error={errorOf('note')} onChange={(note) => changeOccasion({ note })} />
        {state.step === 'failed' && <Notice type="error" announce="alert" title={t('bp.saveFailed')}>{state.message}</Notice>}
        <Button variant="primary" type="submit" wide busy={state.step === 'saving'} disabled={canSave !== undefined && !canSave(form)}>{t('common.save')}</Button>
      </form>
      {state.step === 'asking' && (
        <ConfirmDialog
          open title={state.questions[0] ?? ''} confirmLabel={t('check.yes')} cancelLabel={t('check.change')}
          onCancel={() => setState({ step: 'editing' })} onConfirm={() => void save(state.entry)}
        >
          {state.questions.slice(1).map((question) => <p key={question}>{question}</p>)}
        </ConfirmDialog>
      )}
    </Screen>
  );
}

/** The page title says that the form has errors (UX-32); the heading stays and keeps no focus, which belongs to the summary. */
function useErrorTitle(hasErrors: boolean, title: string, attempt: number): void {
  const { navigation } = useHost();
  useEffect(() => {
    if (hasErrors) navigation.screenShown({ title, heading: null });
  }, [navigation, hasErrors, title, attempt]);
}
