import type { ScreenPlace } from '@phr/contract/screens';
import { hrefOf } from '@phr/module-kit/screens';
import { useHost } from '@phr/module-kit/host';
import { LinkButton, type LinkButtonProps } from '@phr/ui/link-button';

type ScreenButtonProps = Omit<LinkButtonProps, 'href'> & ScreenPlace;

/** A link to a screen that looks like a button. */
export function ScreenButton(props: ScreenButtonProps) {
  const { navigation } = useHost();
  const { screen: _screen, params: _params, ...look } = props;
  return <LinkButton {...look} href={hrefOf(navigation, props)} />;
}
