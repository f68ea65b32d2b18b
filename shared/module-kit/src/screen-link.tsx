import type { ScreenPlace } from '@phr/contract/screens';
import { hrefOf } from './screens.tsx';
import { Link, type LinkProps } from '@phr/ui/link';
import { useHost } from './host.tsx';

export type ScreenLinkProps = Omit<LinkProps, 'href'> & ScreenPlace;

/** A real link to a screen, of this module or another. */
export function ScreenLink(props: ScreenLinkProps) {
  const { navigation } = useHost();
  const { screen: _screen, params: _params, ...rest } = props;
  return <Link {...rest} href={hrefOf(navigation, props)} />;
}
