import type { ComponentPropsWithRef } from 'react';
import { classNames } from './class-names.tsx';
import css from './heading.module.css';

const TAGS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'] as const;

export interface HeadingProps extends ComponentPropsWithRef<'h2'> {
  /** Place in the page's outline, 1 to 6; deeper levels count as 6. A view starts at the level its host tells. */
  readonly level: number;
  /** Text style; by the level when not given. */
  readonly look?: 'h1' | 'h2' | 'h3' | undefined;
}

/** A heading whose place in the outline and whose look are independent. */
export function Heading({ level, look, className, ...rest }: HeadingProps) {
  const Tag = TAGS[Math.min(Math.max(level, 1), 6) - 1] ?? 'h6';
  const style = look ?? (level <= 1 ? 'h1' : level === 2 ? 'h2' : 'h3');
  return <Tag {...rest} className={classNames(css[style], className)} />;
}
