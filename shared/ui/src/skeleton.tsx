/** Shape of the placeholder: list rows, facts, a form, a chart, or a plain block. */
export type SkeletonShape = 'row' | 'facts' | 'form' | 'chart' | 'plain';

export interface SkeletonProps {
  /** Height in px, equal to the final content's, to avoid layout shift. */
  readonly height: number;
  /** CSS width; full by default. */
  readonly width?: string;
  /** Number of repetitions. */
  readonly lines?: number;
  /** Derived from height and number by default. */
  readonly shape?: SkeletonShape;
}

/** Minimum heights for the shapes of a row and of facts. */
const LEAST = { row: 56, facts: 124 } as const;

function shapeOf(height: number): SkeletonShape {
  if (height < LEAST.row) return 'plain';
  return height < LEAST.facts ? 'row' : 'facts';
}

/** Placeholder of loading content. Silent: LoadingRegion announces for all of them. */
export function Skeleton({ height, width = '100%', lines = 1, shape = shapeOf(height) }: SkeletonProps) {
  return (
    <span data-skeletons={shape} aria-hidden="true">
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} data-skeleton={shape} style={{ height, width }} />
      ))}
    </span>
  );
}
