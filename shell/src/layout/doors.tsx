import { Link } from '@phr/ui/link';
import { DOORS, type DoorItem } from '../core/menu.model.ts';
import { MenuIcon } from '../core/menu-icon.tsx';
import { MenuLink } from '../core/menu-link.tsx';
import { useShell, useStore } from '../core/shell.tsx';
import { useTitles, useWords } from '../core/titles.ts';

interface DoorsProps {
  readonly className: string | undefined;
  /** Also lists the screens beneath a door. */
  readonly isDeep?: boolean;
  /** The "add" door opens a sheet. */
  readonly onAdd: () => void;
}

/** The five doors in order, with the current one highlighted. */
export function Doors({ className, isDeep = false, onAdd }: DoorsProps) {
  const words = useWords();
  const { routes, navigation } = useShell();
  const here = useStore(routes).find(useStore(navigation.location).pathname)?.route.door;
  return DOORS.map(({ screen, ...item }) => (
    <li key={item.door}>
      {screen === undefined ? (
        <button
          type="button"
          className={className}
          aria-haspopup="dialog"
          aria-current={here === item.door || undefined}
          onClick={onAdd}
        >
          <MenuIcon name={item.icon} />
          <span>{words(item.text)}</span>
        </button>
      ) : (
        <MenuLink item={{ ...item, screen }} door={item.door} className={className} />
      )}
      {isDeep && <Beneath screens={item.beneath} />}
    </li>
  ));
}

/** Links to the existing screens beneath a door. */
function Beneath({ screens }: { readonly screens: DoorItem['beneath'] }) {
  const titleOf = useTitles();
  const { routes, navigation } = useShell();
  const table = useStore(routes);
  const here = table.find(useStore(navigation.location).pathname)?.route.screen;
  return screens.map((screen) => {
    const title = titleOf(screen);
    return title === undefined || !table.routes.some((route) => route.screen === screen) ? null : (
      <Link
        key={screen}
        href={table.hrefOf(screen)}
        className="phr-side-link phr-beneath"
        aria-current={here === screen ? 'page' : undefined}
      >
        {title}
      </Link>
    );
  });
}
