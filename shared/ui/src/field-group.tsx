import type { ReactNode } from 'react';
import css from './field-group.module.css';

/** Class of a form or its replacement: a single column of readable width. */
export const formColumn = css.column;

/** Related fields in a named frame. */
export function FieldGroup({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <fieldset className={css.group}>
      <legend>{title}</legend>
      {children}
    </fieldset>
  );
}

/** Short fields and buttons on one line, wrapping as needed: a date, a time, "now". */
export function FieldLine({ children }: { readonly children: ReactNode }) {
  return <div className={css.line}>{children}</div>;
}
