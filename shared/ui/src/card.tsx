import { useId, type ReactNode } from 'react';
import css from './card.module.css';
import { classNames } from './class-names.tsx';
import { Heading } from './heading.tsx';
import { Link } from './link.tsx';

export interface CardProps {
  /** Heading of the card, which then becomes a named region. */
  readonly title?: string;
  /** Level of the heading, 3 by default. */
  readonly level?: number;
  /** Beside the heading: a link or a button. */
  readonly action?: ReactNode;
  /** Without padding, for lists and tables that fill the card. */
  readonly flush?: boolean;
  readonly children: ReactNode;
}

/** A surface that groups related content. */
export function Card({ title, level = 3, action, flush = false, children }: CardProps) {
  const id = useId();
  if (title === undefined) return <div className={classNames(css.card, flush && css.flush)}>{children}</div>;
  return (
    <section className={classNames(css.card, flush && css.flush)} aria-labelledby={id}>
      <div className={css.head}>
        <Heading level={level} look="h3" id={id}>
          {title}
        </Heading>
        {action}
      </div>
      {children}
    </section>
  );
}

export interface CardLinkProps {
  readonly href: string;
  /** Accessible name, if the content read in order is not a good one. */
  readonly label?: string | undefined;
  readonly children: ReactNode;
}

/** A card that is a link as a whole, such as a dashboard tile. */
export function CardLink({ href, label, children }: CardLinkProps) {
  return (
    <Link href={href} aria-label={label} className={classNames(css.card, css.tile, css.link)}>
      {children}
    </Link>
  );
}
