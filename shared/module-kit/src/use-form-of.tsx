import { isAppError } from '@phr/contract/app-error';
import type { NavigationPort } from '@phr/contract/host-api';
import { type FormEvent, useEffect, useId, useState } from 'react';
import type { ParseResult, FieldError } from './checked-form.tsx';
import { type Refusal, type SendingPorts, useSendingOf } from './use-sending-of.tsx';
import { useIdempotencyKeys } from './use-idempotency-keys.tsx';

/** What a form needs of its surroundings. */
export interface FormPorts<Key extends string> extends SendingPorts {
  readonly navigation: Pick<NavigationPort, 'screenShown'>;
  readonly t: (key: Key | 'err.title', words?: Readonly<Record<string, string>>) => string;
}

/** Gives the id of one write of a form: the same content keeps it, so that a second try after a lost answer writes nothing twice. */
export type KeyFor = (write: string) => string;

export interface FormOptions<Form, Entry, Key extends string> {
  /** The screen's title: with errors the page's title begins with "Lỗi:". */
  readonly title: string;
  readonly value: Form;
  readonly check: (form: Form) => ParseResult<Entry, Key>;
  /** True when something is asked first; the answer goes on with `send`. */
  readonly needsConfirm?: ((entry: Entry) => boolean) | undefined;
  /** Sends what was checked and goes on from there; an AppError is told on the form. */
  readonly send: (entry: Entry, idFor: KeyFor) => Promise<void>;
  /** The field that a refusal is about, by the error's code, or by the server's name of a field where that is another one. */
  readonly fieldOf?: Readonly<Record<string, string>> | undefined;
  /** Takes in what was changed elsewhere since the form opened, and keeps what was typed. Rejects with AppError. */
  readonly reload?: (() => Promise<void>) | undefined;
}

export interface FormState<Entry> {
  /** Id of a field, where the error summary leads. */
  readonly idOf: (field: string) => string;
  /** What is wrong with a field, in words. */
  readonly errorOf: (field: string) => string | undefined;
  readonly errors: readonly { readonly fieldId?: string; readonly message: string }[];
  /** How many times the form was sent. */
  readonly attempt: number;
  readonly isBusy: boolean;
  /** Why sending failed; undefined when that is told at a field. */
  readonly refused: Refusal | undefined;
  /** The way out when the record was changed elsewhere: 'needed' until its new version was taken in, 'done' until the form is sent again. */
  readonly reload: { readonly state: 'needed' | 'done'; readonly run: () => void } | undefined;
  readonly submit: (event: FormEvent) => void;
  /** Sends an entry that was held back. */
  readonly send: (entry: Entry) => void;
}

/** A form as forms are in this product: checked when sent and not while typing, sent once, and nothing typed is lost by a failure (UX-32, UX-34). */
export function useFormOf<Form, Entry, Key extends string>(
  { navigation, t, show, find }: FormPorts<Key>,
  { title, value, check, needsConfirm, send, fieldOf = {}, reload }: FormOptions<Form, Entry, Key>,
): FormState<Entry> {
  const prefix = useId();
  const idOf = (field: string): string => `${prefix}-${field}`;
  const [faults, setFaults] = useState<readonly FieldError<Key>[]>([]);
  const [attempt, setAttempt] = useState(0);
  /** How what is on screen stands to the record behind it. */
  const [version, setVersion] = useState<'current' | 'old' | 'taken'>('current');
  const sending = useSendingOf({ show, find });
  const idFor = useIdempotencyKeys();

  const { refused } = sending;
  const refusedField = refused === undefined ? undefined : fieldRefused(refused.error, value, fieldOf);
  const errors = [
    ...faults.map(({ field, message, words }) => ({ field, message: t(message, words) })),
    ...(refused === undefined || refusedField === undefined
      ? []
      : [{ field: refusedField, message: refused.notice.description ?? refused.notice.title }]),
  ];
  const hasErrors = errors.length > 0;
  const errorTitle = t('err.title', { title });
  useEffect(() => {
    // The heading stays and gets no focus: that belongs to the summary.
    if (hasErrors) navigation.screenShown({ title: errorTitle, heading: null });
  }, [navigation, hasErrors, errorTitle, attempt]);

  const sendEntry = (entry: Entry): void => {
    const content = JSON.stringify(entry);
    void sending.send(async () => {
      try {
        await send(entry, (write) => idFor(content, write));
      } catch (error) {
        if (isAppError(error) && error.code === 'CONFLICT') setVersion('old');
        throw error;
      }
    });
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (sending.isBusy) return;
    setAttempt(attempt + 1);
    sending.clear();
    setVersion('current');
    const checked = check(value);
    setFaults(checked.ok ? [] : checked.faults);
    if (checked.ok && needsConfirm?.(checked.entry) !== true) sendEntry(checked.entry);
  };
  const takeIn = (): void => {
    void sending.send(async () => {
      await reload?.();
      setVersion('taken');
    });
  };

  return {
    idOf,
    attempt,
    submit,
    isBusy: sending.isBusy,
    send: sendEntry,
    errorOf: (field) => errors.find((one) => one.field === field)?.message,
    errors: errors.map(({ field, message }) => ({ ...(field !== '' && { fieldId: idOf(field) }), message })),
    refused: refusedField === undefined ? refused : undefined,
    reload:
      reload === undefined || version === 'current'
        ? undefined
        : { state: version === 'old' ? 'needed' : 'done', run: takeIn },
  };
}

/** The field of a form that a refusal is about: by its code, else by the first field that the server names; undefined when it names none. */
function fieldRefused(error: unknown, form: unknown, fieldOf: Readonly<Record<string, string>>): string | undefined {
  if (!isAppError(error)) return undefined;
  const byCode = fieldOf[error.code];
  if (byCode !== undefined || error.code !== 'FORM_INPUT_INVALID') return byCode;
  const named = typeof error.detail === 'string' ? error.detail : (error.detail?.message ?? '');
  const own = new Set(typeof form === 'object' && form !== null ? Object.keys(form) : []);
  for (const path of named.split(', ')) {
    const field = fieldOf[path] ?? path.split('.').find((name) => own.has(name));
    if (field !== undefined) return field;
  }
  return undefined;
}
