import { Link } from '@phr/ui/link';
import type { Door } from '@phr/contract/registry';
import { use } from 'react';
import { PrefetchContext } from './prefetch.ts';
import { useShell, useStore } from './shell.tsx';
import { useWords } from './titles.ts';
import { MenuIcon } from './menu-icon.tsx';
import type { MenuItem } from './menu.model.ts';

interface MenuLinkProps {
  readonly item: MenuItem;
  /** The door it represents, which stays highlighted on all screens under it. */
  readonly door?: Door;
  readonly className: string | undefined;
  readonly onFollow?: (() => void) | undefined;
}

/** A link to a screen; hover or keyboard focus prefetches the module or chunk. */
export function MenuLink({ item, door, className, onFollow }: MenuLinkProps) {
  const words = useWords();
  const { routes, navigation } = useShell();
  const prefetch = use(PrefetchContext);
  const table = useStore(routes);
  const { pathname } = useStore(navigation.location);
  const route = table.named(item.screen);
  const current = table.find(pathname)?.route;
  const isHere = current?.screen === item.screen;
  const isInside = door === undefined ? current?.menu === item.screen : current?.door === door;
  return (
    <Link
      href={route === undefined ? '/dashboard' : route.path}
      className={className}
      aria-current={isHere ? 'page' : isInside ? 'true' : undefined}
      onClick={onFollow}
      onPointerEnter={() => prefetch(route)}
      onFocus={() => prefetch(route)}
    >
      <MenuIcon name={item.icon} />
      <span>{words(item.text)}</span>
    </Link>
  );
}
