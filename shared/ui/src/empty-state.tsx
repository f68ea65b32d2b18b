import type { ReactNode } from 'react';
import css from './empty-state.module.css';
import { Icon } from './icon.tsx';
import type { IconShape } from './icons.tsx';

export interface EmptyStateProps {
  /** What is missing: "Chưa có lịch hẹn". */
  readonly title: string;
  /** Why, or what will appear here. */
  readonly help?: string | undefined;
  readonly icon?: IconShape | undefined;
  /** The next step: a button or a link. */
  readonly action?: ReactNode;
}

/** Empty state with the next step (UX-22). */
export function EmptyState({ title, help, icon, action }: EmptyStateProps) {
  return (
    <div className={css.empty}>
      {icon && (
        <span data-scene="">
          <Icon of={icon} size={32} />
        </span>
      )}
      <p className={css.title}>{title}</p>
      {help !== undefined && <p className={css.help}>{help}</p>}
      {action !== undefined && <div className={css.action}>{action}</div>}
    </div>
  );
}
