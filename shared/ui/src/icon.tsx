import type { IconShape } from './icons.tsx';

export interface IconProps {
  readonly of: IconShape;
  /** Side in px at the usual text size, 24 by default; it grows with the text. */
  readonly size?: number;
  readonly className?: string | undefined;
}

/** An icon as decoration: its meaning always stands beside it in words. */
export function Icon({ of: Shape, size = 24, className }: IconProps) {
  return <Shape size={`${size / 16}rem`} stroke={2} className={className} aria-hidden="true" focusable="false" />;
}
