import type { ReactNode } from 'react';
import { classNames } from './class-names.tsx';
import css from './page.module.css';

interface Children {
  readonly children: ReactNode;
}

/** The frame of a view: at most 1184 px wide, parts below each other. The view's components measure this frame, not the window. */
export function Page({ children }: Children) {
  return (
    <div className={css.page}>
      <div className={css.stack}>{children}</div>
    </div>
  );
}

/** Parts below each other with the page's distance. */
export function Stack({ children }: Children) {
  return <div className={css.stack}>{children}</div>;
}

export interface ColumnsProps {
  readonly main: ReactNode;
  readonly side: ReactNode;
  /** Read first, and first when narrow: what a thing is, before what is in it. */
  readonly sideFirst?: boolean;
}

/** Two thirds and one third, below each other when narrow. */
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

/** Cards of equal width; `tiles` are smaller, two beside each other on a phone. Modules that were released earlier take it from the host. */
export function CardGrid({ tiles = false, children }: Children & { readonly tiles?: boolean }) {
  return <div className={classNames(css.grid, tiles && css.tiles)}>{children}</div>;
}

/** Buttons beside each other, the main one first. */
export function Actions({ children }: Children) {
  return <div className={css.actions}>{children}</div>;
}
