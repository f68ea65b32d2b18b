import type { ReactNode } from 'react';
import { classNames } from './class-names.tsx';
import { Icon } from './icon.tsx';
import { IconError, IconInfo, IconSuccess, IconWarning, type IconShape } from './icons.tsx';
import css from './notice.module.css';
import tones from './tone.module.css';

export type NoticeType = 'info' | 'success' | 'warning' | 'error';

export const NOTICE_ICONS: Readonly<Record<NoticeType, IconShape>> = {
  info: IconInfo,
  success: IconSuccess,
  warning: IconWarning,
  error: IconError,
};

export interface NoticeProps {
  readonly type?: NoticeType;
  readonly title?: string;
  /** 'alert' interrupts, 'status' waits for a pause, undefined is silent (present from the start). */
  readonly announce?: 'alert' | 'status';
  readonly action?: ReactNode;
  /** A bar across the page, on one row if it fits. */
  readonly bar?: boolean;
  readonly children?: ReactNode;
}

/** An inline message. */
export function Notice({ type = 'info', title, announce, action, bar = false, children }: NoticeProps) {
  return (
    <div className={classNames(css.notice, bar && css.bar, tones[type === 'error' ? 'danger' : type])} role={announce}>
      <Icon of={NOTICE_ICONS[type]} />
      <div className={css.body}>
        {title !== undefined && <p className={css.title}>{title}</p>}
        {children !== undefined && <div>{children}</div>}
        {action != null && action !== false && <div className={css.actions}>{action}</div>}
      </div>
    </div>
  );
}
