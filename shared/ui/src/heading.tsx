import type { ComponentPropsWithRef } from 'react';
import { classNames } from './class-names.tsx';
import css from './heading.module.css';

const TAGS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'] as const;

export interface HeadingProps extends ComponentPropsWithRef<'h2'> {
  /** Outline level, 1 to 6; deeper ones become 6. Views start at the level given by their host. */
  readonly level: number;
  /** Text style; defaults to the level's. */
  readonly look?: 'h1' | 'h2' | 'h3' | undefined;
}

/** A heading with independent outline level and style. */
export function Heading({ level, look, className, ...rest }: HeadingProps) {
  const Tag = TAGS[Math.min(Math.max(level, 1), 6) - 1] ?? 'h6';
  const style = look ?? (level <= 1 ? 'h1' : level === 2 ? 'h2' : 'h3');
  return <Tag {...rest} className={classNames(css[style], className)} />;
}
