import type { IconShape } from './icons.tsx';

export interface IconProps {
  readonly of: IconShape;
  /** Size in px at normal text size (default 24); scales with text. */
  readonly size?: number;
  readonly className?: string | undefined;
}

/** A decorative icon: its meaning is always also in text. */
export function Icon({ of: Shape, size = 24, className }: IconProps) {
  return <Shape size={`${size / 16}rem`} stroke={2} className={className} aria-hidden="true" focusable="false" />;
}
