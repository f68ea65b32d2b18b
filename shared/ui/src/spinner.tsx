import css from './spinner.module.css';

/** A full-page spinner with text. Only while the sign-in token loads; use skeletons elsewhere. */
export function Spinner({ label }: { readonly label: string }) {
  return (
    <div className={css.spinner} role="status">
      <span className={css.ring} aria-hidden="true" />
      <span>{label}</span>
    </div>
  );
}
