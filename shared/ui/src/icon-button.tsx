import type { ComponentPropsWithRef } from 'react';
import { Icon } from './icon.tsx';
import type { IconShape } from './icons.tsx';
import css from './icon-button.module.css';

export interface IconButtonProps
  extends Omit<ComponentPropsWithRef<'button'>, 'className' | 'aria-label' | 'children'> {
  readonly icon: IconShape;
  /** What it does, in words: its accessible name and its tooltip. */
  readonly label: string;
}

/** A square button of 44 px with an icon only, for places where the word stands nearby or does not fit (close, more). */
export function IconButton({ icon, label, type = 'button', ...rest }: IconButtonProps) {
  return (
    <button {...rest} type={type} className={css.button} aria-label={label} title={label}>
      <Icon of={icon} />
    </button>
  );
}
