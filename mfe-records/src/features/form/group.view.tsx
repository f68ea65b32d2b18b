import type { ReactNode } from 'react';
import css from './entry-form.module.css';

/** Fields that belong together, under a name of their own. */
export function Group({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return <fieldset className={css.group}><legend>{title}</legend>{children}</fieldset>;
}
