import { isAppError } from '@phr/contract/app-error';
import type { NavigationPort } from '@phr/contract/host-api';
import { type FormEvent, useEffect, useId, useState } from 'react';
import type { ParseResult, FieldError } from './checked-form.tsx';
import { type Refusal, type SendingPorts, useSendingOf } from './use-sending-of.tsx';
import { useIdempotencyKeys } from './use-idempotency-keys.tsx';

/** Dependencies of a form. */
export interface FormPorts<Key extends string> extends SendingPorts {
  readonly navigation: Pick<NavigationPort, 'screenShown'>;
  readonly t: (key: Key | 'err.title', words?: Readonly<Record<string, string>>) => string;
}

/**
 * Returns the id of one of a form's writes, stable while the content is unchanged, so that retries store nothing twice
 * (R-02).
 */
export type KeyFor = (write: string) => string;

export interface FormOptions<Form, Entry, Key extends string> {
  /** The screen's title; with errors the page title is prefixed with "Lỗi:". */
  readonly title: string;
  readonly value: Form;
  readonly check: (form: Form) => ParseResult<Entry, Key>;
  /** True if confirmation is needed first; the confirmation continues with `send`. */
  readonly needsConfirm?: ((entry: Entry) => boolean) | undefined;
  /** Sends validated data and continues; an AppError is shown in the form. */
  readonly send: (entry: Entry, idFor: KeyFor) => Promise<void>;
  /** Maps error codes, or the server's field names, to form fields. */
  readonly fieldOf?: Readonly<Record<string, string>> | undefined;
  /** Merges concurrent changes and keeps the input. Rejects with AppError. */
  readonly reload?: (() => Promise<void>) | undefined;
}

export interface FormState<Entry> {
  /** Id of a field, for links from the error summary. */
  readonly idOf: (field: string) => string;
  /** Error text of a field. */
  readonly errorOf: (field: string) => string | undefined;
  readonly errors: readonly { readonly fieldId?: string; readonly message: string }[];
  /** Number of submissions. */
  readonly attempt: number;
  readonly isBusy: boolean;
  /** Why sending failed; undefined if shown at a field. */
  readonly refused: Refusal | undefined;
  /** State after a concurrent change: 'needed' until the new version is loaded, 'done' until the form is sent again. */
  readonly reload: { readonly state: 'needed' | 'done'; readonly run: () => void } | undefined;
  readonly submit: (event: FormEvent) => void;
  /** Sends an entry that awaited confirmation. */
  readonly send: (entry: Entry) => void;
}

/**
 * Standard form behaviour: validated on submit rather than while typing, submitted once, input never lost by a failure
 * (UX-32, UX-34).
 */
export function useFormOf<Form, Entry, Key extends string>(
  { navigation, t, show, find }: FormPorts<Key>,
  { title, value, check, needsConfirm, send, fieldOf = {}, reload }: FormOptions<Form, Entry, Key>,
): FormState<Entry> {
  const prefix = useId();
  const idOf = (field: string): string => `${prefix}-${field}`;
  const [faults, setFaults] = useState<readonly FieldError<Key>[]>([]);
  const [attempt, setAttempt] = useState(0);
  /** Relation between form and stored record. */
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
    // update the title without focusing the heading: the focus belongs to the error summary
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

/** The field a rejection is about: by its code, else the first field named by the server; undefined if none. */
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
