import { isAppError } from '@phr/contract/app-error';
import { errorNotice } from '@phr/http/error-notice';
import type { DraftState } from '@phr/module-kit/use-draft';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { useShell } from '../app/shell.tsx';
import { useTexts } from '../app/texts.tsx';
import type { Checked, Fault } from './form.ts';

/** The record was changed elsewhere since it was read (If-Match). */
const CONFLICT = 'CONFLICT';

/** Gives the id of one write of a form: the same content keeps it, so that a second try after a lost answer writes nothing twice. */
export type IdFor = (write: string) => string;

export interface FormOptions<Form, Entry> {
  /** The screen's title: with errors the page's title begins with "Lỗi:". */
  readonly title: string;
  readonly draft: DraftState<Form>;
  readonly check: (form: Form) => Checked<Entry>;
  /** Sends what was checked and goes on from there; an AppError is told on the form. */
  readonly send: (entry: Entry, idFor: IdFor) => Promise<void>;
  /** The field that a refusal is about, by the error's code. */
  readonly fieldOf?: Readonly<Record<string, string>>;
  /** Takes in what was changed elsewhere since the form opened, and keeps what was typed. Rejects with AppError. */
  readonly reload?: () => Promise<void>;
}

export interface FormState<Form> {
  readonly form: Form;
  readonly change: (part: Partial<Form>) => void;
  /** Id of a field, where the error summary leads. */
  readonly idOf: (field: string) => string;
  /** What is wrong with a field, in words. */
  readonly errorOf: (field: string) => string | undefined;
  readonly errors: readonly { readonly fieldId: string; readonly message: string }[];
  /** How many times the form was sent. */
  readonly attempt: number;
  readonly busy: boolean;
  /** Why sending failed, in words. */
  readonly failure: string | undefined;
  /** The way out when the record was changed elsewhere: 'needed' until its new version was taken in, 'done' until the form is sent again. */
  readonly reload: { readonly state: 'needed' | 'done'; readonly run: () => void } | undefined;
  readonly submit: (event: FormEvent) => void;
}

/** A form as forms are in this product: checked when sent and not while typing, sent once, and nothing typed is lost by a failure (UX-32, UX-34). */
export function useForm<Form extends object, Entry>({ title, draft, check, send, fieldOf = {}, reload }: FormOptions<Form, Entry>): FormState<Form> {
  const { t, find } = useTexts();
  const { navigation, notifications } = useShell();
  const prefix = useId();
  const idOf = (field: string): string => `${prefix}-${field}`;
  const [faults, setFaults] = useState<readonly Fault[]>([]);
  const [refused, setRefused] = useState<{ readonly field: string | undefined; readonly message: string; readonly code?: string }>();
  const [reloaded, setReloaded] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const [busy, setBusy] = useState(false);
  const isSending = useRef(false);
  const ids = useRef(new Map<string, string>());
  const mounted = useRef(true);
  useEffect(() => { mounted.current = true; return () => { mounted.current = false; }; }, []);

  const errors = [
    ...faults.map(({ field, message }) => ({ field, message: t(message) })),
    ...(refused?.field === undefined ? [] : [{ field: refused.field, message: refused.message }]),
  ];
  const hasErrors = errors.length > 0;
  useEffect(() => {
    // The heading stays and gets no focus: that belongs to the summary.
    if (hasErrors) navigation.screenShown({ title: t('err.title', { title }), heading: null });
  }, [navigation, hasErrors, t, title, attempt]);

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isSending.current) return;
    setAttempt(attempt + 1);
    setRefused(undefined);
    setReloaded(false);
    const checked = check(draft.value);
    if (!checked.ok) { setFaults(checked.faults); return; }
    setFaults([]);
    const content = JSON.stringify(checked.entry);
    isSending.current = true;
    setBusy(true);
    void send(checked.entry, (write) => {
      const key = `${write} ${content}`;
      const id = ids.current.get(key) ?? crypto.randomUUID();
      ids.current.set(key, id);
      return id;
    }).catch((error: unknown) => {
      const notice = errorNotice(error, find);
      const field = isAppError(error) ? fieldOf[error.code] : undefined;
      if (mounted.current) setRefused({ field, message: notice.title, ...(isAppError(error) && { code: error.code }) });
      notifications.show(notice);
      if (!isAppError(error)) throw error;
    }).finally(() => {
      isSending.current = false;
      if (mounted.current) setBusy(false);
    });
  };

  const takeIn = (): void => {
    if (reload === undefined) return;
    setBusy(true);
    reload().then(
      () => { setRefused(undefined); setReloaded(true); },
      (error: unknown) => setRefused({ field: undefined, message: errorNotice(error, find).title, code: CONFLICT }),
    ).finally(() => { if (mounted.current) setBusy(false); });
  };

  return {
    reload: reload === undefined || !(reloaded || refused?.code === CONFLICT) ? undefined : { state: reloaded ? 'done' : 'needed', run: takeIn },
    form: draft.value, idOf, attempt, busy, submit,
    change: (part) => draft.change((before) => ({ ...before, ...part })),
    errorOf: (field) => errors.find((one) => one.field === field)?.message,
    errors: errors.map(({ field, message }) => ({ fieldId: idOf(field), message })),
    failure: refused?.field === undefined ? refused?.message : undefined,
  };
}
