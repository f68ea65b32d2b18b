import { buttonClass, type ButtonLook } from './button.tsx';
import { Icon } from './icon.tsx';
import { Link, type LinkProps } from './link.tsx';

export interface LinkButtonProps extends ButtonLook, Omit<LinkProps, 'className'> {}

/** A link styled as a button: it navigates rather than acts. */
export function LinkButton({
  variant = 'secondary',
  icon,
  dense = false,
  wide = false,
  children,
  ...rest
}: LinkButtonProps) {
  return (
    <Link {...rest} className={buttonClass({ variant, dense, wide })}>
      {icon && <Icon of={icon} size={20} />}
      <span>{children}</span>
    </Link>
  );
}
