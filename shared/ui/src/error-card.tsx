import { useEffect, useRef, useState } from 'react';
import { useUiText } from '@phr/ui/ui-text';
import { Button } from './button.tsx';
import css from './error-card.module.css';
import { Heading } from './heading.tsx';
import { Icon } from './icon.tsx';
import { IconError } from './icons.tsx';

export interface ErrorCardProps {
  /** What could not be loaded, for mid-sentence use: "huyết áp". */
  readonly thing?: string | undefined;
  /** Replaces the sentence built from `thing`. */
  readonly title?: string | undefined;
  /** What to do, if not "try again". */
  readonly help?: string | undefined;
  /** Short code for support, shown after a second failure. */
  readonly code: string;
  /**
   * Retries. If it returns a promise, the card waits for it; if the card is still shown afterwards, that counts as a
   * failure.
   */
  readonly onRetry?: (() => void | Promise<unknown>) | undefined;
  /** Failures so far, if the card is unmounted during attempts. */
  readonly failures?: number;
  readonly level?: number;
}

/**
 * A part that failed to load: what happened, what to do, and a retry; after another failure also an alternative and a
 * code (UX-23, UX-24). Denied access is worded differently and cannot be retried.
 */
export function ErrorCard({ thing, title, help, code, onRetry, failures = 1, level = 3 }: ErrorCardProps) {
  const text = useUiText();
  const [state, setState] = useState<'first' | 'trying' | 'again'>('first');
  const mounted = useMounted();
  const again = state === 'again' || failures > 1;
  const retry = async () => {
    setState('trying');
    try {
      await onRetry?.();
    } catch {
      // the caller handles its error by keeping this card
    }
    if (mounted.current) setState('again');
  };
  const isRefused = code === 'ACCESS_DENIED';
  const words = isRefused
    ? text('error.accessRestricted')
    : (title ?? (thing === undefined ? text('err.module') : text('err.load', { thing })));
  return (
    <div className={css.card} role="alert">
      <Icon of={IconError} />
      <div className={css.body}>
        <Heading level={level} look="h3">
          {words}
        </Heading>
        {!isRefused && <p>{again ? text('err.again', { code }) : (help ?? text('err.load.help'))}</p>}
        {onRetry && !again && !isRefused && (
          <Button dense busy={state === 'trying'} onClick={() => void retry()}>
            {text('common.retry')}
          </Button>
        )}
      </div>
    </div>
  );
}

function useMounted() {
  const mounted = useRef(false);
  useEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
    };
  }, []);
  return mounted;
}
