import { Icon } from '@phr/ui/icon';
import { IconDone } from '@phr/ui/icons';
import css from './choice-row.module.css';

interface ChoiceRowProps<Value extends string> {
  /** What is chosen here, for screen readers. */
  readonly label: string;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly current: Value;
  readonly onChoose: (value: Value) => void;
}

/** Selects a view of the same data, marked by a tick, not just by colour. */
export function ChoiceRow<Value extends string>({ label, options, current, onChoose }: ChoiceRowProps<Value>) {
  return (
    <div className={css.row} role="group" aria-label={label}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          className={css.choice}
          aria-pressed={option.value === current}
          onClick={() => onChoose(option.value)}
        >
          {option.value === current && <Icon of={IconDone} size={18} />}
          {option.label}
        </button>
      ))}
    </div>
  );
}
