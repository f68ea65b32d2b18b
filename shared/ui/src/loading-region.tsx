import { useEffect, useState, type ReactNode } from 'react';
import { useUiText } from '@phr/ui/ui-text';
import { Button } from './button.tsx';
import css from './loading-region.module.css';
import { VisuallyHidden } from './visually-hidden.tsx';

const SLOW_AFTER_MS = 10_000;
/** Loading that starts this soon after another ended continues the same wait: code, then person, then list. */
const SAME_WAIT_MS = 500;
const wait = { since: 0, places: 0, left: Number.NEGATIVE_INFINITY };

/** Joins the current wait or starts one. Returns how long the person has waited, in ms. */
function enterWait(): number {
  const now = performance.now();
  if (wait.places === 0 && now - wait.left > SAME_WAIT_MS) wait.since = now;
  const waited = wait.places === 0 ? now - wait.since : 0;
  wait.places += 1;
  return waited;
}

function leaveWait(): void {
  wait.places -= 1;
  wait.left = performance.now();
}

export interface LoadingRegionProps {
  /** What is loading, for mid-sentence use: "huyết áp". */
  readonly thing: string;
  /** Offered once loading takes long. */
  readonly onRetry?: (() => void) | undefined;
  /** Skeletons of the final size. */
  readonly children: ReactNode;
}

/**
 * A loading part: announced once, politely; ten seconds into the wait it says that loading takes longer than usual
 * (UX-21).
 */
export function LoadingRegion({ thing, onRetry, children }: LoadingRegionProps) {
  const text = useUiText();
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), SLOW_AFTER_MS - enterWait());
    return () => {
      clearTimeout(timer);
      leaveWait();
    };
  }, []);
  const retry = () => {
    setSlow(false);
    onRetry?.();
  };
  return (
    <div aria-busy="true">
      <div role="status" className={slow ? css.slow : undefined}>
        {slow ? <span>{text('load.slow')}</span> : <VisuallyHidden>{text('load.thing', { thing })}</VisuallyHidden>}
        {slow && onRetry && (
          <Button dense onClick={retry}>
            {text('common.retry')}
          </Button>
        )}
      </div>
      {children}
    </div>
  );
}
