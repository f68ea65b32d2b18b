import { Icon } from '@phr/ui/icon';
import { IconSignOut } from '@phr/ui/icons';
import { useMemo } from 'react';
import { useT } from '../core/texts.tsx';
import { menuGroups } from '../core/menu.model.ts';
import { MenuLink } from '../core/menu-link.tsx';
import { useShell, useStore } from '../core/shell.tsx';

interface MainMenuProps {
  readonly isOwnRecord: boolean;
  readonly onSignOut: () => void;
  /** A link was followed. */
  readonly onFollow?: () => void;
}

/** The two groups of the menu, log out last: beside the content of a wide window, on a phone in a sheet. */
export function MainMenu({ isOwnRecord, onSignOut, onFollow }: MainMenuProps) {
  const t = useT();
  const offer = useStore(useShell().offer);
  const [record, account] = useMemo(() => menuGroups(offer, isOwnRecord), [offer, isOwnRecord]);
  return (
    <nav aria-label={t('nav.main')} data-print="hide">
      <ul className="phr-group">
        {record.map((item) => (
          <li key={item.screen}>
            <MenuLink item={item} className="phr-side-link" onFollow={onFollow} />
          </li>
        ))}
      </ul>
      <ul className="phr-group">
        {account.map((item) => (
          <li key={item.screen}>
            <MenuLink item={item} className="phr-side-link" onFollow={onFollow} />
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
