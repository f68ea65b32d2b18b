import { dayOf, deviceZone, isoWithOffset } from '@phr/clinical/periods';
import type { QueueOptions } from '@phr/contract/host-api';
import { errorNotice } from '@phr/http/error-notice';
import { DraftOffer } from '@phr/module-kit/draft-offer';
import { useHost, usePatient } from '@phr/module-kit/host';
import { Screen } from '@phr/module-kit/screen';
import { useDraft } from '@phr/module-kit/use-draft';
import { useStableIds } from '@phr/module-kit/use-stable-ids';
import { Button } from '@phr/ui/button';
import { FieldErrorSummary } from '@phr/ui/field-error-summary';
import { formColumn } from '@phr/ui/field-group';
import { Notice } from '@phr/ui/notice';
import { PersonFor } from '@phr/ui/person-for';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Checked, FormFault } from './form.model.ts';
import type { Saved } from './save.api.ts';

/** The moment of a check: this instant, the zone in which was typed, and its calendar day there. */
export interface CheckTime {
  readonly now: number;
  readonly zone: string;
  readonly today: string;
}

/** What a save may use. */
export interface SaveTools extends CheckTime {
  readonly patientId: string;
  /** This instant with the offset of the zone, ISO 8601. */
  readonly issued: string;
  /** A UUID for each part of the save; the same name gives the same id as long as the content is the same. */
  readonly idOf: (name: string) => string;
  /** What a write that may wait says of itself. @param at ISO 8601 with offset @param codes of observations, told to the other modules when it is sent */
  readonly queueOf: (title: string, at: string, codes?: readonly string[]) => QueueOptions;
}

/** What the fields of a form get. */
export interface Fields<Form> {
  readonly form: Form;
  readonly change: (next: (before: Form) => Form) => void;
  /** Id of a field, where the error summary leads. */
  readonly idOf: (field: string) => string;
  /** What is wrong with a field, in words. */
  readonly errorOf: (field: string) => string | undefined;
}

export interface EntryFormProps<Form extends object, Entry> {
  /** Screen name: its text is the title, and its draft is kept under it. */
  readonly screen: string;
  /** What is changed when the form changes something: its draft is kept apart from those of others. */
  readonly of?: string;
  /** Parameters of the screen's address, for coming back to a refused entry. */
  readonly params?: Readonly<Record<string, string>>;
  readonly level: number;
  /** Path one step up. */
  readonly back: string;
  readonly initial: () => Form;
  /** Reads a kept draft at the edge. */
  readonly parse: (kept: unknown, first: Form) => Form | undefined;
  readonly check: (form: Form, time: CheckTime) => Checked<Entry>;
  readonly save: (entry: Entry, tools: SaveTools) => Promise<Saved>;
  /** Text key of the toast. */
  readonly success: string;
  readonly submitLabel: string;
  /** What happens after a save; goes back when not given. */
  readonly onSaved?: (entry: Entry, saved: Saved) => void;
  /** Facts and hints above the fields. */
  readonly about?: ReactNode;
  readonly children: (fields: Fields<Form>) => ReactNode;
}

/** The frame of every form that writes into the record: whose it is, draft, checking, saving once, errors in place, the news afterwards. */
export function EntryForm<Form extends object, Entry>(props: EntryFormProps<Form, Entry>) {
  // A form of its own for each person: nothing typed for one is ever saved for another.
  return <FormOfPerson key={usePatient().viewed?.id} {...props} />;
}

/** This moment in a zone. */
function timeIn(zone: string): CheckTime {
  const now = Date.now();
  return { now, zone, today: dayOf(now, zone) };
}

function FormOfPerson<Form extends object, Entry>(props: EntryFormProps<Form, Entry>) {
  const { screen, of, params, level, back, initial, parse, check, save, success, submitLabel, onSaved, about, children } = props;
  const { t } = useTranslation();
  const { navigation, notify } = useHost();
  const { viewed: patient } = usePatient();
  const queries = useQueryClient();
  const zone = deviceZone();
  const prefix = useId();
  const fieldId = (field: string): string => `${prefix}-${field}`;

  const [first] = useState(initial);
  const draftName = of === undefined ? screen : `${screen} ${of}`;
  const draft = useDraft<Form>({ form: draftName, initial: () => first, parse: (kept) => parse(kept, first) });
  const [faults, setFaults] = useState<readonly FormFault[]>([]);
  const [attempt, setAttempt] = useState(0);
  const [failure, setFailure] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const isSending = useRef(false);
  const idFor = useStableIds();
  const title = t(`screen.${screen}`);

  useEffect(() => {
    // The page title says that the form has errors (UX-32).
    if (faults.length > 0) navigation.screenShown({ title: t('err.title', { title }), heading: null });
  }, [navigation, faults, t, title, attempt]);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (isSending.current) return;
    setAttempt(attempt + 1);
    setFailure(undefined);
    const time = timeIn(zone);
    const checked = check(draft.value, time);
    setFaults(checked.ok ? [] : checked.faults);
    if (checked.ok) void send(checked.entry, time);
  }

  async function send(entry: Entry, time: CheckTime) {
    if (patient === undefined) return;
    isSending.current = true;
    setBusy(true);
    const content = JSON.stringify(entry);
    const queueOf: SaveTools['queueOf'] = (words, at, codes) => ({
      patientId: patient.id, title: words, at, mend: { screen, form: draftName, value: draft.value, ...(params && { params }) },
      ...(codes && { publish: { topic: 'observation.changed', event: { patientId: patient.id, codes } } }),
    });
    let saved;
    try {
      saved = await save(entry, { ...time, patientId: patient.id, issued: isoWithOffset(time.now, zone), idOf: (name) => idFor(content, name), queueOf });
    } catch (error) {
      const notice = errorNotice(error, t);
      setFailure(notice.title);
      notify.show(notice);
      return;
    } finally {
      isSending.current = false;
      setBusy(false);
    }
    draft.done();
    notify.show(saved.isWaiting ? { type: 'info', title: t('outbox.saved') } : { type: 'success', title: t(success) });
    await queries.invalidateQueries({ refetchType: 'none' });
    if (onSaved === undefined) navigation.back(back);
    else onSaved(entry, saved);
  }

  return (
    <Screen title={title} headingLevel={level} back={back}>
      {about}
      <form className={formColumn} noValidate onSubmit={submit}>
        {patient !== undefined && <PersonFor name={patient.name} relationship={patient.relationship} />}
        <DraftOffer draft={draft} />
        <FieldErrorSummary errors={faults.map(({ field, message, words }) => ({ ...(field !== '' && { fieldId: fieldId(field) }), message: t(message, { ...words }) }))} attempt={attempt} level={level + 1} />
        {children({
          form: draft.value, change: draft.change, idOf: fieldId,
          errorOf: (field) => {
            const fault = faults.find((one) => one.field === field);
            return fault && t(fault.message, { ...fault.words });
          },
        })}
        {failure !== undefined && <Notice type="error" announce="alert" title={t('form.failed')}>{failure}</Notice>}
        <Button variant="primary" type="submit" wide busy={isBusy}>{submitLabel}</Button>
      </form>
    </Screen>
  );
}
