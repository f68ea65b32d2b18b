import { useUi } from '@phr/ui/ui-text';
import { formatTime } from './format.tsx';
import { Icon } from './icon.tsx';
import { IconOffline } from './icons.tsx';
import css from './offline-bar.module.css';

export interface OfflineBarProps {
  readonly offline: boolean;
  /** When the shown data arrived, as an instant; undefined when nothing was read yet. */
  readonly at?: string | number | undefined;
}

/** A quiet bar while there is no network (UX-27). It is always in the page, so that its words are announced when they come. */
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
