import type { ReactNode } from 'react';
import css from './badge.module.css';
import { classNames } from './class-names.tsx';
import { Icon } from './icon.tsx';
import type { IconShape } from './icons.tsx';
import tones from './tone.module.css';

export type BadgeTone = 'neutral' | 'brand' | 'info' | 'success' | 'warning' | 'danger';

export interface BadgeProps {
  readonly tone?: BadgeTone;
  readonly icon?: IconShape | undefined;
  readonly children: ReactNode;
}

/** A short state in words, such as "Đã khám". The tone only supports the word. */
export function Badge({ tone = 'neutral', icon, children }: BadgeProps) {
  return (
    <span className={classNames(css.badge, tones[tone])}>
      {icon && <Icon of={icon} size={18} />}
      <span>{children}</span>
    </span>
  );
}
