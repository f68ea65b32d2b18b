import { quickRow } from '../core/menu.model.ts';
import { MenuLink } from '../core/menu-link.tsx';
import { useShell, useStore } from '../core/shell.tsx';
import { useT } from '../core/texts.tsx';
import { Doors } from './doors.tsx';
import { useBarHeight } from './use-bar-height.ts';
import { useReadingOn } from './use-reading-on.ts';
import { useTyping } from './use-typing.ts';

interface BottomBarProps {
  /** Whether the screen has the row of scan, devices and settings above the doors (table T2). */
  readonly hasQuickRow: boolean;
  readonly isOwnRecord: boolean;
  readonly onAdd: () => void;
}

/**
 * Bottom bar on phones: the doors, and on some screens a row above. Hidden while typing; the row also while scrolling
 * down.
 */
export function BottomBar({ hasQuickRow, isOwnRecord, onAdd }: BottomBarProps) {
  const t = useT();
  const offer = useStore(useShell().offer);
  const bar = useBarHeight('--sticky-bottom');
  const isTyping = useTyping();
  const isReadingOn = useReadingOn();
  return (
    <nav
      ref={bar}
      className="phr-bottom"
      aria-label={t('nav.bottom')}
      data-print="hide"
      data-typing={isTyping || undefined}
    >
      {hasQuickRow && (
        <div className="phr-quick" data-away={isReadingOn || undefined}>
          {quickRow(offer, isOwnRecord).map((item) => (
            <MenuLink key={item.screen} item={item} className="phr-quick-link" />
          ))}
        </div>
      )}
      <ul className="phr-doors">
        <Doors className="phr-door" onAdd={onAdd} />
      </ul>
    </nav>
  );
}
