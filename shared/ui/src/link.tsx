import type { ComponentPropsWithRef, MouseEvent } from 'react';
import { useUi } from '@phr/ui/ui-text';

export interface LinkProps extends Omit<ComponentPropsWithRef<'a'>, 'href'> {
  readonly href: string;
  /** Replaces navigation on a plain click. */
  readonly onFollow?: (() => void) | undefined;
}

/**
 * A real link. A plain click stays in the app if the mount can navigate; new tabs, downloads and other sites are left
 * to the browser.
 */
export function Link({ href, onClick, onFollow, ...rest }: LinkProps) {
  const { navigate } = useUi();
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    const open = onFollow ?? navigate;
    if (open === undefined || !staysInApp(event, href)) return;
    event.preventDefault();
    open(href);
  };
  return <a {...rest} href={href} onClick={follow} />;
}

function staysInApp(event: MouseEvent<HTMLAnchorElement>, href: string): boolean {
  const { target, download } = event.currentTarget;
  const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  return (
    plain &&
    !event.defaultPrevented &&
    download === '' &&
    (target === '' || target === '_self') &&
    /^\/(?!\/)/.test(href)
  );
}
