import type { ComponentPropsWithRef } from 'react';
import { Icon } from './icon.tsx';
import type { IconShape } from './icons.tsx';
import css from './icon-button.module.css';

export interface IconButtonProps
  extends Omit<ComponentPropsWithRef<'button'>, 'className' | 'aria-label' | 'children'> {
  readonly icon: IconShape;
  /** Action, as accessible name and tooltip. */
  readonly label: string;
}

/** A 44 px square button with only an icon, where text is nearby or does not fit (close, more). */
export function IconButton({ icon, label, type = 'button', ...rest }: IconButtonProps) {
  return (
    <button {...rest} type={type} className={css.button} aria-label={label} title={label}>
      <Icon of={icon} />
    </button>
  );
}
