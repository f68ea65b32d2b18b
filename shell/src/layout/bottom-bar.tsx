import { quickRow } from '../core/menu.model.ts';
import { MenuLink } from '../core/menu-link.tsx';
import { useShell, useStore } from '../core/shell.tsx';
import { useT } from '../core/texts.tsx';
import { Doors } from './doors.tsx';
import css from './layout.module.css';
import { useBarHeight } from './use-bar-height.ts';
import { useReadingOn } from './use-reading-on.ts';
import { useTyping } from './use-typing.ts';

interface BottomBarProps {
  /** The screen has the row of scan, devices and settings above the doors (table T2). */
  readonly hasQuickRow: boolean;
  readonly isOwnRecord: boolean;
  readonly onAdd: () => void;
}

/** The bar of a phone: the doors, on some screens a row above them. It makes room while a text is typed, its row while a person reads on. */
export function BottomBar({ hasQuickRow, isOwnRecord, onAdd }: BottomBarProps) {
  const t = useT();
  const offer = useStore(useShell().offer);
  const bar = useBarHeight('--sticky-bottom');
  const isTyping = useTyping();
  const isReadingOn = useReadingOn();
  return (
    <nav
      ref={bar}
      className={css.bottom}
      aria-label={t('nav.bottom')}
      data-print="hide"
      data-typing={isTyping || undefined}
    >
      {hasQuickRow && (
        <div className={css.quick} data-away={isReadingOn || undefined}>
          {quickRow(offer, isOwnRecord).map((item) => (
            <MenuLink key={item.screen} item={item} className={css.quickLink} />
          ))}
        </div>
      )}
      <ul className={css.doors}>
        <Doors className={css.door} onAdd={onAdd} />
      </ul>
    </nav>
  );
}
