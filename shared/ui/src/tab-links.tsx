import { Icon } from './icon.tsx';
import { IconDone } from './icons.tsx';
import { Link } from './link.tsx';
import css from './tab-links.module.css';

export interface TabLink {
  readonly href: string;
  readonly label: string;
  readonly current: boolean;
  /** What a plain press does in place of opening `href`. */
  readonly onFollow?: () => void;
}

/** Views of the same thing, each with its own address (UX-03). The current one also carries a tick. */
export function TabLinks({ label, tabs }: { readonly label: string; readonly tabs: readonly TabLink[] }) {
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
