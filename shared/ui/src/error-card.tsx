import { useEffect, useRef, useState } from 'react';
import { useUiText } from '@phr/ui/ui-text';
import { Button } from './button.tsx';
import css from './error-card.module.css';
import { Heading } from './heading.tsx';
import { Icon } from './icon.tsx';
import { IconError } from './icons.tsx';

export interface ErrorCardProps {
  /** What could not be loaded, in the middle of a sentence: "huyết áp". */
  readonly thing?: string | undefined;
  /** Instead of the sentence made from `thing`. */
  readonly title?: string | undefined;
  /** What to do, when it is not "try again". */
  readonly help?: string | undefined;
  /** Short code for the support, shown only after a second failure. */
  readonly code: string;
  /** Tries again. When it answers with a promise, the card waits for it; a card that is still there then counts a second failure. */
  readonly onRetry?: (() => void | Promise<unknown>) | undefined;
  /** Failures so far, when the caller counts them because the card goes away during a try. */
  readonly failures?: number;
  readonly level?: number;
}

/**
 * A part that could not be loaded: what happened, what to do, one retry; after that another way and a code (UX-23, UX-24). What the person may not see is no
 * fault: it is said in these words alone, and trying again would change nothing.
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
      // The caller knows its error and shows it by keeping this card.
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
