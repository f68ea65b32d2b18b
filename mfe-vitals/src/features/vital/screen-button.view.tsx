import { useHost } from '@phr/module-kit/host';
import { LinkButton, type LinkButtonProps } from '@phr/ui/link-button';

interface ScreenButtonProps extends Omit<LinkButtonProps, 'href'> {
  /** Screen name of the route table. */
  readonly screen: string;
  readonly params?: Readonly<Record<string, string>>;
}

/** A link to a screen that looks like a button. */
export function ScreenButton({ screen, params, ...look }: ScreenButtonProps) {
  const { navigation } = useHost();
  return <LinkButton {...look} href={navigation.hrefOf(screen, params)} />;
}
