import type { AnchorHTMLAttributes, MouseEvent, ReactNode } from 'react';
import { useHost } from './host.tsx';

interface ScreenLinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  /** Screen name of the route table, e.g. 'encounter-details'. */
  readonly screen: string;
  readonly params?: Readonly<Record<string, string>>;
  readonly children: ReactNode;
}

/** A real link to a screen, of this module or another: opens in place on a plain click, in a new tab when asked. */
export function ScreenLink({ screen, params, children, ...rest }: ScreenLinkProps) {
  const { navigation } = useHost();
  function open(event: MouseEvent<HTMLAnchorElement>) {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    navigation.go(screen, params);
  }
  return <a {...rest} href={navigation.hrefOf(screen, params)} onClick={open}>{children}</a>;
}
