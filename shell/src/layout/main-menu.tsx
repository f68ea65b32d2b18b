import { Icon } from '@phr/ui/icon';
import { IconSignOut } from '@phr/ui/icons';
import { useMemo } from 'react';
import { useT } from '../core/texts.tsx';
import { menuGroups } from '../core/menu.model.ts';
import { MenuLink } from '../core/menu-link.tsx';
import { useShell, useStore } from '../core/shell.tsx';

interface MainMenuProps {
  /** Beside the content on wide screens, or at its end on narrow ones. */
  readonly look: 'side' | 'page';
  readonly isOwnRecord: boolean;
  readonly onSignOut: () => void;
}

/** The two groups of the menu, log out last. */
export function MainMenu({ look, isOwnRecord, onSignOut }: MainMenuProps) {
  const t = useT();
  const offer = useStore(useShell().offer);
  const [record, account] = useMemo(() => menuGroups(offer, isOwnRecord), [offer, isOwnRecord]);
  return (
    <nav className={look === 'side' ? undefined : 'phr-page-menu'} aria-label={t('nav.main')} data-print="hide">
      <ul className="phr-group">
        {record.map((item) => (
          <li key={item.screen}>
            <MenuLink item={item} className="phr-side-link" />
          </li>
        ))}
      </ul>
      <ul className="phr-group">
        {account.map((item) => (
          <li key={item.screen}>
            <MenuLink item={item} className="phr-side-link" />
          </li>
        ))}
        <li>
          <button type="button" className="phr-side-link" onClick={onSignOut}>
            <Icon of={IconSignOut} />
            <span>{t('menu.logout')}</span>
          </button>
        </li>
      </ul>
    </nav>
  );
}
