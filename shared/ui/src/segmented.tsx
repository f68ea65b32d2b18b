import { classNames } from './class-names.tsx';
import css from './segmented.module.css';
import { VisuallyHidden } from './visually-hidden.tsx';

export interface Segment<Value extends string> {
  readonly value: Value;
  readonly label: string;
  /** Read out after a label that is an abbreviation ("VI"). */
  readonly name?: string;
  /** There is nothing behind it; it can be chosen all the same. `name` says so to screen readers. */
  readonly isEmpty?: boolean;
}

export interface SegmentedProps<Value extends string> {
  /** What is chosen here, for screen readers. */
  readonly label: string;
  readonly value: Value | undefined;
  readonly onChange: (value: Value) => void;
  readonly segments: readonly Segment<Value>[];
}

/** A few choices side by side that take effect at once. For a choice that is sent with a form, use RadioGroup. */
export function Segmented<Value extends string>({ label, value, onChange, segments }: SegmentedProps<Value>) {
  return (
    <div className={css.group} role="group" aria-label={label}>
      {segments.map((segment) => (
        <button
          key={segment.value}
          type="button"
          className={classNames(css.segment, segment.isEmpty === true && css.empty)}
          aria-pressed={segment.value === value}
          onClick={() => onChange(segment.value)}
        >
          {segment.label}
          {segment.name !== undefined && <VisuallyHidden> – {segment.name}</VisuallyHidden>}
        </button>
      ))}
    </div>
  );
}
