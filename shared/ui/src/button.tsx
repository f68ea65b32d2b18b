import type { ComponentPropsWithRef, MouseEvent } from 'react';
import { useUiText } from '@phr/ui/ui-text';
import css from './button.module.css';
import { classNames } from './class-names.tsx';
import { Icon } from './icon.tsx';
import type { IconShape } from './icons.tsx';
import { VisuallyHidden } from './visually-hidden.tsx';

/** At most one primary button per view; danger only for deletion and ending. */
export type ButtonVariant = 'primary' | 'secondary' | 'danger' | 'quiet';

export interface ButtonLook {
  readonly variant?: ButtonVariant;
  readonly icon?: IconShape | undefined;
  /** 44 px high instead of 48. */
  readonly dense?: boolean;
  /** As wide as its container. */
  readonly wide?: boolean;
}

export interface ButtonProps extends ButtonLook, Omit<ComponentPropsWithRef<'button'>, 'className'> {
  /** Work is in progress: the button stays enabled and labelled, but further presses are ignored. */
  readonly busy?: boolean;
}

/** Class names of a button, shared with links that look like buttons. */
export function buttonClass({ variant = 'secondary', dense = false, wide = false }: ButtonLook): string {
  return classNames(css.button, css[variant], dense && css.dense, wide && css.wide);
}

/** A native button; `type` defaults to "button". */
export function Button({
  variant,
  icon,
  dense,
  wide,
  busy = false,
  onClick,
  children,
  type = 'button',
  ...rest
}: ButtonProps) {
  const text = useUiText();
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    // also stops Enter in a field from resubmitting: the browser then clicks the submit button
    if (busy) event.preventDefault();
    else onClick?.(event);
  };
  const look: ButtonLook = { ...(variant && { variant }), ...(dense && { dense }), ...(wide && { wide }) };
  return (
    <button
      {...rest}
      type={type}
      className={classNames(buttonClass(look), busy && css.busy)}
      aria-busy={busy || undefined}
      onClick={press}
    >
      {busy ? <span className={css.spinner} aria-hidden="true" /> : icon && <Icon of={icon} size={20} />}
      <span>{children}</span>
      {busy && <VisuallyHidden> {text('busy.wait')}</VisuallyHidden>}
    </button>
  );
}
