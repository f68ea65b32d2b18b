import type { ReactNode } from 'react';
import css from './field-group.module.css';

/** Class of a form, or of what stands in its place: one column of fields, no wider than is easily read. */
export const formColumn = css.column;

/** Fields that belong together, in a frame with a name. */
export function FieldGroup({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <fieldset className={css.group}>
      <legend>{title}</legend>
      {children}
    </fieldset>
  );
}

/** Short fields and their buttons in one line, on as few lines as the width allows: a date, a time, "now". */
export function FieldLine({ children }: { readonly children: ReactNode }) {
  return <div className={css.line}>{children}</div>;
}
