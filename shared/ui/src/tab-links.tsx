import { Icon } from './icon.tsx';
import { IconDone } from './icons.tsx';
import { Link } from './link.tsx';
import css from './tab-links.module.css';

export interface TabLink {
  readonly href: string;
  readonly label: string;
  readonly current: boolean;
  /** Replaces navigation on a plain click. */
  readonly onFollow?: () => void;
}

interface TabLinksProps {
  readonly label: string;
  readonly tabs: readonly TabLink[];
}

/** Views of one thing, each with its own URL (UX-03). The current one also has a tick. */
export function TabLinks({ label, tabs }: TabLinksProps) {
  return (
    <nav aria-label={label}>
      <ul className={css.tabs}>
        {tabs.map((tab) => (
          <li key={tab.href}>
            <Link
              href={tab.href}
              className={css.tab}
              aria-current={tab.current ? 'page' : undefined}
              onFollow={tab.onFollow}
            >
              {tab.current && <Icon of={IconDone} size={18} />}
              {tab.label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
