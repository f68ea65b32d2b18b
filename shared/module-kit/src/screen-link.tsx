import { Link, type LinkProps } from '@phr/ui/link';
import { useHost } from './host.tsx';

export interface ScreenLinkProps extends Omit<LinkProps, 'href'> {
  /** Screen name of the route table, e.g. 'encounter-details'. */
  readonly screen: string;
  readonly params?: Readonly<Record<string, string>>;
}

/** A real link to a screen, of this module or another. */
export function ScreenLink({ screen, params, ...rest }: ScreenLinkProps) {
  const { navigation } = useHost();
  return <Link {...rest} href={navigation.hrefOf(screen, params)} />;
}
