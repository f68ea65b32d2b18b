import css from './skeleton.module.css';

export interface SkeletonProps {
  /** Height of what is coming, in px, so that nothing moves when it comes. */
  readonly height: number;
  /** CSS width; full by default. */
  readonly width?: string;
  /** How many of them, below each other. */
  readonly lines?: number;
}

/** The place of something that is loading. Says nothing: LoadingRegion speaks for all of them. */
export function Skeleton({ height, width = '100%', lines = 1 }: SkeletonProps) {
  return (
    <span className={css.lines} aria-hidden="true">
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} className={css.skeleton} style={{ height, width }} />
      ))}
    </span>
  );
}
