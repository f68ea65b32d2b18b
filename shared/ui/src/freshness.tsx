import { useUi } from '@phr/ui/ui-text';
import { Button } from './button.tsx';
import { classNames } from './class-names.tsx';
import { formatTime } from './format.tsx';
import css from './freshness.module.css';

export interface FreshnessProps {
  /** When the data arrived. */
  readonly at: string | number;
  /** The last refresh failed: old data stays, and this says so (UX-17). */
  readonly failed?: boolean;
  readonly busy?: boolean;
  readonly onRetry?: (() => void) | undefined;
}

/** Age of a list: "Cập nhật lúc 08:15". */
export function Freshness({ at, failed = false, busy = false, onRetry }: FreshnessProps) {
  const { text, locale } = useUi();
  const time = formatTime(at, locale);
  return (
    <div className={classNames(css.line, failed && css.failed)} role={failed ? 'status' : undefined}>
      <span>{text(failed ? 'fresh.failed' : 'fresh.at', { time })}</span>
      {failed && onRetry && (
        <Button dense busy={busy} onClick={onRetry}>
          {text('common.retry')}
        </Button>
      )}
    </div>
  );
}
