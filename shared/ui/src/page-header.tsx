import type { ReactNode, Ref } from 'react';
import { useUiText } from '@phr/ui/ui-text';
import { Heading } from './heading.tsx';
import { Icon } from './icon.tsx';
import { IconBack } from './icons.tsx';
import { Link } from './link.tsx';
import css from './page-header.module.css';

export interface PageHeaderProps {
  readonly title: string;
  /** Heading level given by the host. */
  readonly level: number;
  /** Parent screen's URL; without it there is no back button. */
  readonly backHref?: string | undefined;
  /** Goes back in history; without it the back button opens `backHref`. */
  readonly onBack?: (() => void) | undefined;
  /** Title of the screen `onBack` leads to, if known. */
  readonly backTitle?: string | undefined;
  /** One line under the title. */
  readonly note?: ReactNode;
  readonly actions?: ReactNode;
  /** The heading, focused after a route change. */
  readonly headingRef?: Ref<HTMLHeadingElement>;
}

/** Title of a view with back button and actions. */
export function PageHeader({ title, level, backHref, onBack, backTitle, note, actions, headingRef }: PageHeaderProps) {
  const text = useUiText();
  const back = [text('common.back'), ...(backTitle ? [backTitle] : [])].join(': ');
  return (
    <div className={css.header}>
      <div className={css.start}>
        {backHref !== undefined && (
          <Link href={backHref} onFollow={onBack} className={css.back} aria-label={back} title={back}>
            <Icon of={IconBack} />
          </Link>
        )}
        <div className={css.words}>
          <Heading
            level={level}
            look="h1"
            className={css.title}
            tabIndex={-1}
            {...(headingRef !== undefined && { ref: headingRef })}
          >
            {title}
          </Heading>
          {note !== undefined && <div className={css.note}>{note}</div>}
        </div>
      </div>
      {actions !== undefined && <div className={css.actions}>{actions}</div>}
    </div>
  );
}
