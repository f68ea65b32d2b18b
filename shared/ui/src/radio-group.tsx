import { useId } from 'react';
import css from './choice.module.css';
import { classNames } from './class-names.tsx';
import { FieldFrame, type FieldProps } from './field.tsx';
import { Icon } from './icon.tsx';
import { IconDone } from './icons.tsx';
import type { Option } from './select-field.tsx';

export interface RadioGroupProps extends FieldProps {
  /** undefined if nothing is chosen. */
  readonly value: string | undefined;
  readonly onChange: (value: string) => void;
  readonly options: readonly Option[];
  /** Stacked, inline, or as large buttons (times of a day). */
  readonly arrangement?: 'stacked' | 'inline' | 'pills';
  readonly name?: string;
}

/** One of a few visible options. Arrow keys move within the group. */
export function RadioGroup({ value, onChange, options, arrangement = 'stacked', name, ...field }: RadioGroupProps) {
  const made = useId();
  return (
    <FieldFrame {...field} group>
      {() => (
        <div
          className={classNames(
            css.choices,
            arrangement === 'inline' && css.inline,
            arrangement === 'pills' && css.pills,
          )}
        >
          {options.map((option) => (
            <label key={option.value} className={css.choice}>
              <input
                type="radio"
                className={css.control}
                name={name ?? made}
                value={option.value}
                checked={option.value === value}
                disabled={option.disabled}
                onChange={() => onChange(option.value)}
              />
              {arrangement === 'pills' && <Icon of={IconDone} size={20} className={css.tick} />}
              <span>
                {option.label}
                {option.hint !== undefined && <span className={css.hint}>{option.hint}</span>}
              </span>
            </label>
          ))}
        </div>
      )}
    </FieldFrame>
  );
}
