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

/** Time of a check: the instant, the zone of input, and the local date. */
export interface CheckTime {
  readonly now: number;
  readonly zone: string;
  readonly today: string;
}

/** Helpers for a save. */
export interface SaveTools extends CheckTime {
  readonly patientId: string;
  /** This instant with the zone's offset, ISO 8601. */
  readonly issued: string;
  /** A UUID for each part of the save, stable for the same name while the content is unchanged. */
  readonly idOf: KeyFor;
  /**
   * Queue options of a write.
   * @param at ISO 8601 with offset
   * @param codes observation codes, published to other modules once sent
   */
  readonly queueOf: (title: string, at: string, codes?: readonly string[]) => QueueOptions;
}

export interface Saved {
  /** True if the service was unreachable and the write is queued on the device. */
  readonly isWaiting: boolean;
}

/** Props of a form's fields. */
export interface Fields<Form> {
  readonly form: Form;
  readonly change: (next: (before: Form) => Form) => void;
  /** Id of a field, for links from the error summary. */
  readonly idOf: (field: string) => string;
  /** Error text of a field. */
  readonly errorOf: (field: string) => string | undefined;
}

export interface EntryFormProps<Form extends object, Entry> {
  /** Screen name: key of the title text, and of the draft. */
  readonly screen: string;
  /** Translated title that replaces the screen's when the form corrects an entry. */
  readonly title?: string;
  /** Id of the corrected entry, which separates its draft from others. */
  readonly of?: string;
  /** Parameters of the screen's URL, for returning to a rejected entry. */
  readonly params?: Readonly<Record<string, string>>;
  readonly level: number;
  /** Parent screen. */
  readonly back: ScreenPlace;
  readonly initial: () => Form;
  /** Parses a stored draft. */
  readonly parse: (kept: unknown, first: Form) => Form | undefined;
  readonly check: (form: Form, time: CheckTime) => ParseResult<Entry>;
  /** Confirmations required before saving, in order. */
  readonly confirmations?: (entry: Entry) => readonly string[];
  readonly save: (entry: Entry, tools: SaveTools) => Promise<Saved>;
  /** Reloads after a concurrent change; resolves to the initial form of the new version. Rejects with AppError. */
  readonly reload?: () => Promise<Form>;
  /** Text key of the success toast. */
  readonly success: string;
  readonly submitLabel: string;
  /** False if there is nothing to save. */
  readonly canSave?: (form: Form) => boolean;
  /** Called after a save; goes back if omitted. */
  readonly onSaved?: (entry: Entry, saved: Saved) => void;
  /** Replaces the default error notice after a failed save. */
  readonly refusal?: (refused: Refusal) => ReactNode;
  /** Facts and hints above the fields. */
  readonly about?: ReactNode;
  readonly children: (fields: Fields<Form>) => ReactNode;
}

/**
 * Frame of every form that writes to a record: person, draft, validation, confirmations, single submission, inline
 * errors, success notice.
 */
export function EntryForm<Form extends object, Entry>(props: EntryFormProps<Form, Entry>) {
  const { viewed } = usePatient();
  const mayWrite = useMay(props.reload === undefined ? 'create' : 'update');
  if (!mayWrite) return <ViewOnly {...props} />;
  // a separate form per person: input for one is never saved for another
  return <FormOfPerson key={viewed?.id} {...props} />;
}

/** Shown instead of a form the server would reject. */
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

/** The current time in a zone. */
function timeIn(zone: string): CheckTime {
  const now = Date.now();
  return { now, zone, today: dayOf(now, zone) };
}

/** A form for one person: its draft, confirmations and save. */
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
  /** The loaded state of the record. */
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

/** Confirmation dialog; its title is the first question. */
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
