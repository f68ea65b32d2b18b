import { classNames } from './class-names.tsx';
import css from './segmented.module.css';
import { VisuallyHidden } from './visually-hidden.tsx';

export interface Segment<Value extends string> {
  readonly value: Value;
  readonly label: string;
  /** Spoken instead of an abbreviated label ("VI"). */
  readonly name?: string;
  /** Leads to an empty selection, but can be chosen. `name` tells screen readers. */
  readonly isEmpty?: boolean;
}

export interface SegmentedProps<Value extends string> {
  /** Accessible name of the choice. */
  readonly label: string;
  readonly value: Value | undefined;
  readonly onChange: (value: Value) => void;
  readonly segments: readonly Segment<Value>[];
}

/** A few options side by side, effective at once. For form fields use RadioGroup. */
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
