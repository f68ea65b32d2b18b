import type { ReactNode } from 'react';
import { classNames } from './class-names.tsx';
import css from './page.module.css';

interface Children {
  readonly children: ReactNode;
}

/**
 * Frame of a view: at most 1184 px wide, parts stacked. Components use container queries on this frame, not the window.
 */
export function Page({ children }: Children) {
  return (
    <div className={css.page}>
      <div className={css.stack}>{children}</div>
    </div>
  );
}

/** Stacks parts with the page's spacing. */
export function Stack({ children }: Children) {
  return <div className={css.stack}>{children}</div>;
}

export interface ColumnsProps {
  readonly main: ReactNode;
  readonly side: ReactNode;
  /** Read first, and placed first in narrow space: what an item is, before its content. */
  readonly sideFirst?: boolean;
}

/** Two thirds and one third; stacked in narrow space. */
export function Columns({ main, side, sideFirst = false }: ColumnsProps) {
  const parts = [main, side].map((part, index) => (
    <div key={index} className={css.stack}>
      {part}
    </div>
  ));
  return (
    <div className={classNames(css.columns, sideFirst && css.sideFirst)}>{sideFirst ? parts.reverse() : parts}</div>
  );
}

/**
 * Cards of equal width; `tiles` are smaller, two per row on a phone. Used from the host by already released modules.
 */
export function CardGrid({ tiles = false, children }: Children & { readonly tiles?: boolean }) {
  return <div className={classNames(css.grid, tiles && css.tiles)}>{children}</div>;
}

/** Buttons in a row, the primary first. */
export function Actions({ children }: Children) {
  return <div className={css.actions}>{children}</div>;
}
