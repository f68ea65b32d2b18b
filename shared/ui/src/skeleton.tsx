/** What is coming: rows of a list, names and what belongs to them, a form, a chart, or one plain thing. */
export type SkeletonShape = 'row' | 'facts' | 'form' | 'chart' | 'plain';

export interface SkeletonProps {
  /** Height of what is coming, in px, so that nothing moves when it comes. */
  readonly height: number;
  /** CSS width; full by default. */
  readonly width?: string;
  /** How many of them, below each other. */
  readonly lines?: number;
  /** As the height and the number say when it is not given. */
  readonly shape?: SkeletonShape;
}

/** From which heights on a place looks like a row, and like the facts of a thing. */
const LEAST = { row: 56, facts: 124 } as const;

function shapeOf(height: number): SkeletonShape {
  if (height < LEAST.row) return 'plain';
  return height < LEAST.facts ? 'row' : 'facts';
}

/** The place of something that is loading, in its shape. Says nothing: LoadingRegion speaks for all of them. */
export function Skeleton({ height, width = '100%', lines = 1, shape = shapeOf(height) }: SkeletonProps) {
  return (
    <span data-skeletons={shape} aria-hidden="true">
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} data-skeleton={shape} style={{ height, width }} />
      ))}
    </span>
  );
}
