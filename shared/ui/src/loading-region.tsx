import { useEffect, useState, type ReactNode } from 'react';
import { useUiText } from '@phr/ui/ui-text';
import { Button } from './button.tsx';
import css from './loading-region.module.css';
import { VisuallyHidden } from './visually-hidden.tsx';

const SLOW_AFTER_MS = 10_000;

export interface LoadingRegionProps {
  /** What is loading, in the middle of a sentence: "huyết áp". */
  readonly thing: string;
  /** Offered with the message that it takes long. */
  readonly onRetry?: (() => void) | undefined;
  /** Skeletons of the final size. */
  readonly children: ReactNode;
}

/** A part that is loading: announced once and politely; after ten seconds it says that this takes longer than usual (UX-21). */
export function LoadingRegion({ thing, onRetry, children }: LoadingRegionProps) {
  const text = useUiText();
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), SLOW_AFTER_MS);
    return () => clearTimeout(timer);
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
