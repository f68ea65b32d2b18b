import { useEffect, useState, type ReactNode } from 'react';
import { useUiText } from '@phr/ui/ui-text';
import { Button } from './button.tsx';
import css from './loading-region.module.css';
import { VisuallyHidden } from './visually-hidden.tsx';

const SLOW_AFTER_MS = 10_000;
/** What begins to load so soon after something was there is the next step of the same wait: code, then person, then list. */
const SAME_WAIT_MS = 500;
const wait = { since: 0, places: 0, left: Number.NEGATIVE_INFINITY };

/** Takes part in the wait that goes on, or begins one. Answers how long the person has waited, ms. */
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
  /** What is loading, in the middle of a sentence: "huyết áp". */
  readonly thing: string;
  /** Offered with the message that it takes long. */
  readonly onRetry?: (() => void) | undefined;
  /** Skeletons of the final size. */
  readonly children: ReactNode;
}

/** A part that is loading: announced once and politely; ten seconds after the wait began it says that this takes longer than usual (UX-21). */
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
