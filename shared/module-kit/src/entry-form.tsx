import type { ScreenPlace } from '@phr/contract/screens';
import { dayOf, deviceZone, toZoned } from '@phr/time/zone';
import { goBack } from './screens.tsx';
import type { QueueOptions } from '@phr/contract/host-api';
import { Button } from '@phr/ui/button';
import { ConfirmDialog } from '@phr/ui/confirm-dialog';
import { FieldErrorSummary } from '@phr/ui/field-error-summary';
import { formColumn } from '@phr/ui/field-group';
import { Notice } from '@phr/ui/notice';
import { PersonFor } from '@phr/ui/person-for';
import { useUiText } from '@phr/ui/ui-text';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ParseResult, mergedForm } from './checked-form.tsx';
import { DraftOffer } from './draft-offer.tsx';
import { useHost, useMay, usePatient } from './host.tsx';
import { Screen } from './screen.tsx';
import { tellSaved } from './tell-saved.tsx';
import { useDraft } from './use-draft.tsx';
import { type KeyFor, useFormOf } from './use-form-of.tsx';
import type { Refusal } from './use-sending-of.tsx';

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
  readonly idOf: KeyFor;
  /** What a write that may wait says of itself. @param at ISO 8601 with offset @param codes of observations, told to the other modules when it is sent */
  readonly queueOf: (title: string, at: string, codes?: readonly string[]) => QueueOptions;
}

export interface Saved {
  /** True when the service was not reached and the device keeps the write. */
  readonly isWaiting: boolean;
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
  /** Translated; stands in the place of the screen's title when the form corrects what is there. */
  readonly title?: string;
  /** What is changed when the form changes something: its draft is kept apart from those of others. */
  readonly of?: string;
  /** Parameters of the screen's address, for coming back to a refused entry. */
  readonly params?: Readonly<Record<string, string>>;
  readonly level: number;
  /** The screen one step up. */
  readonly back: ScreenPlace;
  readonly initial: () => Form;
  /** Reads a kept draft at the edge. */
  readonly parse: (kept: unknown, first: Form) => Form | undefined;
  readonly check: (form: Form, time: CheckTime) => ParseResult<Entry>;
  /** Questions that are asked once before saving, the first one first. */
  readonly confirmations?: (entry: Entry) => readonly string[];
  readonly save: (entry: Entry, tools: SaveTools) => Promise<Saved>;
  /** Reads what the form changes again, after it was changed elsewhere: what the form would hold of it at first. Rejects with AppError. */
  readonly reload?: () => Promise<Form>;
  /** Text key of the toast. */
  readonly success: string;
  readonly submitLabel: string;
  /** False while there is nothing to save. */
  readonly canSave?: (form: Form) => boolean;
  /** What happens after a save; goes back when not given. */
  readonly onSaved?: (entry: Entry, saved: Saved) => void;
  /** Why a save failed, in another way than by its title. */
  readonly refusal?: (refused: Refusal) => ReactNode;
  /** Facts and hints above the fields. */
  readonly about?: ReactNode;
  readonly children: (fields: Fields<Form>) => ReactNode;
}

/** The frame of every form that writes into a record: whose it is, draft, checking, questions, saving once, errors in place, the news afterwards. */
export function EntryForm<Form extends object, Entry>(props: EntryFormProps<Form, Entry>) {
  const { viewed } = usePatient();
  const mayWrite = useMay(props.reload === undefined ? 'create' : 'update');
  if (!mayWrite) return <ViewOnly {...props} />;
  // A form of its own for each person: nothing typed for one is ever saved for another.
  return <FormOfPerson key={viewed?.id} {...props} />;
}

/** In place of a form that the server would refuse after all was typed. */
function ViewOnly({
  screen,
  title,
  level,
  back,
}: Pick<EntryFormProps<object, unknown>, 'screen' | 'title' | 'level' | 'back'>) {
  const { t } = useTranslation();
  const text = useUiText();
  const { viewed } = usePatient();
  return (
    <Screen title={title ?? t(`screen.${screen}`)} headingLevel={level} back={back}>
      {viewed !== undefined && <PersonFor name={viewed.name} relationship={viewed.relationship} />}
      <Notice>{text('person.readOnly')}</Notice>
    </Screen>
  );
}

/** This moment in a zone. */
function timeIn(zone: string): CheckTime {
  const now = Date.now();
  return { now, zone, today: dayOf(now, zone) };
}

/** What a form for one person does: its draft, its questions, and its save. */
function useEntry<Form extends object, Entry>({
  screen,
  title: named,
  of,
  params,
  back,
  initial,
  parse,
  check,
  confirmations,
  save,
  reload,
  success,
  onSaved,
}: EntryFormProps<Form, Entry>) {
  const { t } = useTranslation();
  const { navigation, notify } = useHost();
  const { viewed: patient } = usePatient();
  const queries = useQueryClient();
  const zone = deviceZone();

  const [first] = useState(initial);
  /** What was read of the record behind the form. */
  const known = useRef(first);
  const draftName = of === undefined ? screen : `${screen} ${of}`;
  const draft = useDraft<Form>({ form: draftName, initial: () => first, parse: (kept) => parse(kept, first) });
  const [asked, setAsked] = useState<{ readonly entry: Entry; readonly questions: readonly string[] }>();
  const title = named ?? t(`screen.${screen}`);

  const state = useFormOf<Form, Entry, string>(
    { navigation, show: notify.show, t: (key, words) => t(key, { ...words }), find: t },
    {
      title,
      value: draft.value,
      check: (form) => check(form, timeIn(zone)),
      needsConfirm(entry) {
        const questions = confirmations?.(entry) ?? [];
        if (questions.length > 0) setAsked({ entry, questions });
        return questions.length > 0;
      },
      async send(entry, idOf) {
        if (patient === undefined) return;
        const time = timeIn(zone);
        const queueOf: SaveTools['queueOf'] = (words, at, codes) => ({
          patientId: patient.id,
          title: words,
          at,
          mend: { screen, form: draftName, value: draft.value, ...(params && { params }) },
          ...(codes && { publish: { topic: 'observation.changed', event: { patientId: patient.id, codes } } }),
        });
        const saved = await save(entry, {
          ...time,
          patientId: patient.id,
          issued: toZoned(time.now, zone),
          idOf,
          queueOf,
        });
        draft.done();
        tellSaved(notify, t, saved, t(success));
        await queries.invalidateQueries({ refetchType: 'none' });
        if (onSaved === undefined) goBack(navigation, back);
        else onSaved(entry, saved);
      },
      reload:
        reload &&
        (async () => {
          const newer = await reload();
          draft.change((mine) => mergedForm(known.current, mine, newer));
          known.current = newer;
        }),
    },
  );
  return { title, patient, draft, state, asked, setAsked };
}

function FormOfPerson<Form extends object, Entry>(props: EntryFormProps<Form, Entry>) {
  const { level, back, submitLabel, canSave, refusal, about, children } = props;
  const { t } = useTranslation();
  const text = useUiText();
  const { title, patient, draft, state, asked, setAsked } = useEntry(props);
  const { refused } = state;
  return (
    <Screen title={title} headingLevel={level} back={back}>
      {about}
      <form className={formColumn} noValidate onSubmit={state.submit}>
        {patient !== undefined && <PersonFor name={patient.name} relationship={patient.relationship} />}
        <DraftOffer draft={draft} />
        <FieldErrorSummary errors={state.errors} attempt={state.attempt} level={level + 1} />
        {children({ form: draft.value, change: draft.change, idOf: state.idOf, errorOf: state.errorOf })}
        {refused !== undefined &&
          (refusal?.(refused) ?? (
            <Notice type="error" announce="alert" title={t('form.failed')}>
              {refused.notice.title}
            </Notice>
          ))}
        {state.reload?.state === 'done' && <Notice announce="status">{text('conflict.reloaded')}</Notice>}
        {state.reload?.state === 'needed' && (
          <div>
            <Button busy={state.isBusy} onClick={state.reload.run}>
              {text('conflict.reload')}
            </Button>
          </div>
        )}
        <Button
          variant="primary"
          type="submit"
          wide
          busy={state.isBusy}
          disabled={canSave !== undefined && !canSave(draft.value)}
        >
          {submitLabel}
        </Button>
      </form>
      {asked !== undefined && (
        <Questions
          questions={asked.questions}
          onCancel={() => setAsked(undefined)}
          onConfirm={() => {
            setAsked(undefined);
            state.send(asked.entry);
          }}
        />
      )}
    </Screen>
  );
}

interface QuestionsProps {
  readonly questions: readonly string[];
  readonly onCancel: () => void;
  readonly onConfirm: () => void;
}

/** Asks once before saving: the first question is the title. */
function Questions({ questions: [first = '', ...others], onCancel, onConfirm }: QuestionsProps) {
  const text = useUiText();
  return (
    <ConfirmDialog
      open
      title={first}
      confirmLabel={text('check.yes')}
      cancelLabel={text('check.change')}
      onCancel={onCancel}
      onConfirm={onConfirm}
    >
      {others.map((question) => (
        <p key={question}>{question}</p>
      ))}
    </ConfirmDialog>
  );
}
