import { useEffect, useRef, type MouseEvent } from 'react';
import { useUiText } from '@phr/ui/ui-text';
import css from './field-error-summary.module.css';
import { Heading } from './heading.tsx';
import { Icon } from './icon.tsx';
import { IconError } from './icons.tsx';

/** A form error: `fieldId` is the field's id; without one it concerns the whole form. */
export interface FieldError {
  readonly fieldId?: string | undefined;
  readonly message: string;
}

export interface FieldErrorSummaryProps {
  readonly errors: readonly FieldError[];
  /** Number of submissions; each one moves the focus to the summary. */
  readonly attempt: number;
  readonly level?: number;
}

/** Errors of a submitted form, at its top, with links to the fields (UX-32). Renders nothing without errors. */
export function FieldErrorSummary({ errors, attempt, level = 2 }: FieldErrorSummaryProps) {
  const text = useUiText();
  const summary = useRef<HTMLDivElement>(null);
  const shown = errors.length > 0;
  useEffect(() => {
    if (shown) summary.current?.focus();
    // not on each change of the errors: the focus must not move while someone fixes a field
  }, [shown, attempt]);
  if (!shown) return null;

  return (
    <div ref={summary} className={css.summary} role="alert" tabIndex={-1}>
      <Heading level={level} look="h3" className={css.title}>
        <Icon of={IconError} />
        {text('err.form')}
      </Heading>
      <p>{text('error.checkInput')}</p>
      <ul className={css.list}>
        {errors.map(({ fieldId, message }) => (
          <li key={`${fieldId ?? ''} ${message}`}>
            {fieldId === undefined ? (
              message
            ) : (
              <a href={`#${fieldId}`} onClick={(event) => focusField(event, fieldId)}>
                {message}
              </a>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** a fragment link would change the URL, and does not reach into a shadow root */
function focusField(event: MouseEvent<HTMLAnchorElement>, fieldId: string): void {
  event.preventDefault();
  const root = event.currentTarget.getRootNode();
  if (!(root instanceof Document || root instanceof ShadowRoot)) return;
  const target = root.getElementById(fieldId);
  const control =
    target?.matches('fieldset') === true
      ? (target.querySelector<HTMLElement>('input:checked, input') ?? target)
      : target;
  control?.focus();
}
