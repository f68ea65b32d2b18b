import { Button } from '@phr/ui/button';
import { FieldErrorSummary } from '@phr/ui/field-error-summary';
import { Notice } from '@phr/ui/notice';
import { useUiText } from '@phr/ui/ui-text';
import type { ReactNode } from 'react';
import css from './form.module.css';
import type { FormState } from './use-form.tsx';

interface FormFrameProps<Form> {
  readonly state: FormState<Form>;
  /** A verb: "Lưu". */
  readonly submitLabel: string;
  /** Beside the button: an alternative. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

/** Frame of a form: error summary above the fields, failure and button below. */
export function FormFrame<Form>({ state, submitLabel, aside, children }: FormFrameProps<Form>) {
  const text = useUiText();
  return (
    <form className={css.form} noValidate onSubmit={state.submit}>
      <FieldErrorSummary errors={state.errors} attempt={state.attempt} />
      {children}
      {state.refused !== undefined && (
        <Notice type="error" announce="alert">
          {state.refused.notice.title}
        </Notice>
      )}
      {state.reload?.state === 'done' && (
        <Notice type="info" announce="status">
          {text('conflict.reloaded')}
        </Notice>
      )}
      {state.reload?.state === 'needed' && (
        <div>
          <Button busy={state.isBusy} onClick={state.reload.run}>
            {text('conflict.reload')}
          </Button>
        </div>
      )}
      <div className={css.end}>
        <Button type="submit" variant="primary" busy={state.isBusy} wide>
          {submitLabel}
        </Button>
        {aside}
      </div>
    </form>
  );
}

/** Fields under a heading of their own. */
export function FieldGroup({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <fieldset className={css.group}>
      <legend>{title}</legend>
      <div className={css.fields}>{children}</div>
    </fieldset>
  );
}

/** Short fields side by side where there is room. */
export function FieldRow({ children }: { readonly children: ReactNode }) {
  return <div className={css.row}>{children}</div>;
}
