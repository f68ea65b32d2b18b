import { useId, type ReactNode } from 'react';
import { useUiText } from '@phr/ui/ui-text';
import css from './field.module.css';
import { Icon } from './icon.tsx';
import { IconError } from './icons.tsx';
import { VisuallyHidden } from './visually-hidden.tsx';

/** Common props of fields. */
export interface FieldProps {
  readonly label: string;
  /** Help text above the control. */
  readonly hint?: string | undefined;
  /** Error and remedy; set on submit rather than while typing (UX-32). */
  readonly error?: string | undefined;
  /** Marks the label with "(không bắt buộc)". */
  readonly optional?: boolean | undefined;
  /** Id of the control, for the error summary; generated if omitted. */
  readonly id?: string | undefined;
}

/** Attributes that link a control to its label, hint and error. */
export interface ControlProps {
  readonly id: string;
  readonly 'aria-describedby'?: string;
  readonly 'aria-invalid'?: true;
}

export interface FieldFrameProps extends FieldProps {
  /** Id of an additional description, such as a unit. */
  readonly describedBy?: string | undefined;
  /** Renders a fieldset with legend, for a group of controls. */
  readonly group?: boolean;
  readonly children: (control: ControlProps) => ReactNode;
}

/** Label, hint and error around a control. */
export function FieldFrame({
  label,
  hint,
  error,
  optional = false,
  id,
  describedBy,
  group = false,
  children,
}: FieldFrameProps) {
  const text = useUiText();
  const made = useId();
  const controlId = id ?? made;
  const hintId = hint === undefined ? undefined : `${controlId}-hint`;
  const errorId = error === undefined ? undefined : `${controlId}-error`;
  const described = [hintId, errorId, describedBy].filter((each) => each !== undefined).join(' ');
  const control: ControlProps = {
    id: controlId,
    ...(described !== '' && { 'aria-describedby': described }),
    ...(error !== undefined && { 'aria-invalid': true }),
  };
  const words = (
    <>
      {label}
      {optional && <span className={css.optional}> {text('field.optional')}</span>}
    </>
  );
  const notes = <Notes hint={hint} error={error} hintId={hintId} errorId={errorId} />;
  if (group) {
    return (
      <fieldset className={css.field} role="radiogroup" {...control} tabIndex={-1}>
        <legend className={css.label}>{words}</legend>
        {notes}
        {children(control)}
      </fieldset>
    );
  }
  return (
    <div className={css.field}>
      <label className={css.label} htmlFor={controlId}>
        {words}
      </label>
      {notes}
      {children(control)}
    </div>
  );
}

interface NotesProps extends Pick<FieldProps, 'hint' | 'error'> {
  readonly hintId: string | undefined;
  readonly errorId: string | undefined;
}

/** Hint and error above the control. */
function Notes({ hint, error, hintId, errorId }: NotesProps) {
  const text = useUiText();
  return (
    <>
      {hint !== undefined && (
        <p id={hintId} className={css.hint}>
          {hint}
        </p>
      )}
      {error !== undefined && (
        <p id={errorId} className={css.error}>
          <Icon of={IconError} size={20} />
          <span>
            <VisuallyHidden>{text('err.label')} </VisuallyHidden>
            {error}
          </span>
        </p>
      )}
    </>
  );
}
