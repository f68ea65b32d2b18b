import { isAppError } from '@phr/contract/app-error';
import { Badge, type BadgeTone } from '@phr/ui/badge';
import { Button } from '@phr/ui/button';
import { ErrorCard } from '@phr/ui/error-card';
import { Freshness } from '@phr/ui/freshness';
import { Icon } from '@phr/ui/icon';
import { IconForward } from '@phr/ui/icons';
import { LoadingRegion } from '@phr/ui/loading-region';
import { Skeleton } from '@phr/ui/skeleton';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import css from './list-section.module.css';
import type { PatientList } from './patient-list.tsx';
import { ScreenLink } from './screen-link.tsx';

interface ListSectionProps<T> {
  readonly list: PatientList<T>;
  /** What is listed, in the middle of a sentence: "lịch hẹn". */
  readonly thing: string;
  /** What to show when the server has none. Never shown after a failure (D-13). */
  readonly empty: ReactNode;
  /** Height of one row in px, for the skeleton. */
  readonly rowHeight?: number;
  /** Short lists inside other pages go without count, paging and age. */
  readonly plain?: boolean;
  /** Level of the error's heading. */
  readonly level?: number;
  readonly children: (rows: readonly T[]) => ReactNode;
}

/** The states of a list: loading, failed, empty, or its rows with how many there are, how old they are and the way to more. */
export function ListSection<T>({ list, thing, empty, rowHeight = 88, plain = false, level = 2, children }: ListSectionProps<T>) {
  const { t } = useTranslation();
  if (list.state === 'loading') {
    return <LoadingRegion thing={thing} onRetry={() => void list.retry()}><Skeleton height={rowHeight} lines={plain ? 1 : 3} /></LoadingRegion>;
  }
  if (list.state === 'failed') return <ErrorCard thing={thing} code={codeOf(list.error)} onRetry={list.retry} failures={list.failures} level={level} />;
  if (list.rows.length === 0) return <>{empty}</>;
  return (
    <div className={css.section}>
      {children(list.rows)}
      {!plain && (
        <div className={css.foot}>
          <p role="status">{t('list.count', { from: 1, to: list.rows.length, total: Math.max(list.total ?? 0, list.rows.length) })}</p>
          {list.updatedAt !== undefined && <Freshness at={list.updatedAt} failed={list.stale} onRetry={() => void list.retry()} />}
        </div>
      )}
      {!plain && <More list={list} thing={thing} />}
    </div>
  );
}

/** The button to the next page. When it was the last one, the focus goes to the line that says so instead of getting lost. */
function More<T>({ list, thing }: { list: PatientList<T>; thing: string }) {
  const { t } = useTranslation();
  const end = useRef<HTMLParagraphElement>(null);
  const pressed = useRef(false);
  useEffect(() => {
    if (list.hasMore || !pressed.current) return;
    pressed.current = false;
    end.current?.focus();
  }, [list.hasMore]);
  if (!list.hasMore) return <p ref={end} tabIndex={-1} className={css.end}>{t('list.end')}</p>;
  return (
    <div className={css.more}>
      {list.moreFailed && <p role="alert">{t('err.load', { thing })}</p>}
      <Button busy={list.loadingMore} onClick={() => { pressed.current = true; void list.loadMore(); }}>{t('list.more')}</Button>
    </div>
  );
}

/** Short code of an error, for the support. */
export function codeOf(error: unknown): string {
  return isAppError(error) ? error.code : '500';
}

/** Rows below each other. */
export function Rows({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return <ul className={css.rows} aria-label={label}>{children}</ul>;
}

interface RowProps {
  readonly title: ReactNode;
  /** Lines under the title; absent ones are left out. */
  readonly lines?: readonly (ReactNode | undefined)[];
  readonly badge?: { readonly words: string; readonly tone: BadgeTone } | undefined;
  /** Screen that the row opens. */
  readonly to?: { readonly screen: string; readonly params?: Readonly<Record<string, string>> };
  /** What can be done with the row, beside it. */
  readonly actions?: ReactNode;
}

/** One row: a link as a whole when it leads somewhere. */
export function Row({ title, lines = [], badge, to, actions }: RowProps) {
  const words = (
    <span className={css.words}>
      <span className={css.title}>{title}</span>
      {lines.filter((line) => line !== undefined && line !== '').map((line, index) => <span key={index} className={css.line}>{line}</span>)}
      {badge !== undefined && <span><Badge tone={badge.tone}>{badge.words}</Badge></span>}
    </span>
  );
  if (to === undefined) return <li className={css.row}>{words}{actions !== undefined && <span className={css.actions}>{actions}</span>}</li>;
  return (
    <li className={css.holder}>
      <ScreenLink screen={to.screen} {...(to.params === undefined ? {} : { params: to.params })} className={css.link}>
        {words}
        <Icon of={IconForward} className={css.arrow} />
      </ScreenLink>
      {actions !== undefined && <span className={css.actions}>{actions}</span>}
    </li>
  );
}
