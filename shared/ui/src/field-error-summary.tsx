import { useEffect, useRef, type MouseEvent } from 'react';
import { useUiText } from '@phr/ui/ui-text';
import css from './field-error-summary.module.css';
import { Heading } from './heading.tsx';
import { Icon } from './icon.tsx';
import { IconError } from './icons.tsx';

/** An error of a form: `fieldId` is the id given to the field; without one the error belongs to the whole form. */
export interface FieldError {
  readonly fieldId?: string | undefined;
  readonly message: string;
}

export interface FieldErrorSummaryProps {
  readonly errors: readonly FieldError[];
  /** Number of times the form was sent; with each the summary takes the focus again. */
  readonly attempt: number;
  readonly level?: number;
}

/** What is wrong with a form that was sent, on top of it, with links to the fields (UX-32). Renders nothing without errors. */
export function FieldErrorSummary({ errors, attempt, level = 2 }: FieldErrorSummaryProps) {
  const text = useUiText();
  const summary = useRef<HTMLDivElement>(null);
  const shown = errors.length > 0;
  useEffect(() => {
    if (shown) summary.current?.focus();
    // Not with every change of the errors: the focus must not jump while somebody mends a field.
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

/** A fragment link would change the address, and does not reach into a shadow root. */
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
