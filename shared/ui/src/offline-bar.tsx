import { useUi } from '@phr/ui/ui-text';
import { formatTime } from './format.tsx';
import { Icon } from './icon.tsx';
import { IconOffline } from './icons.tsx';
import css from './offline-bar.module.css';

export interface OfflineBarProps {
  readonly offline: boolean;
  /** When the shown data arrived; undefined if nothing was loaded yet. */
  readonly at?: string | number | undefined;
}

/** Bar shown while offline (UX-27). Always in the DOM, so that its text is announced. */
export function OfflineBar({ offline, at }: OfflineBarProps) {
  const { text, locale } = useUi();
  return (
    <div role="status">
      {offline && (
        <div className={css.bar}>
          <Icon of={IconOffline} size={20} />
          <span>{at === undefined ? text('offline.now') : text('offline.bar', { time: formatTime(at, locale) })}</span>
        </div>
      )}
    </div>
  );
}
