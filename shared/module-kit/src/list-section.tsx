import { Card } from '@phr/ui/card';
import { ErrorCard } from '@phr/ui/error-card';
import { Freshness } from '@phr/ui/freshness';
import { List } from '@phr/ui/list';
import { LoadingRegion } from '@phr/ui/loading-region';
import { Notice } from '@phr/ui/notice';
import { Skeleton } from '@phr/ui/skeleton';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { codeOf } from './error-code.tsx';
import type { PatientList } from './patient-list.tsx';
import { useBeforePrint } from './print-button.tsx';

interface StatesProps<T> {
  readonly list: PatientList<T>;
  /** What is read, in the middle of a sentence: "lịch hẹn". */
  readonly thing: string;
  /** What to show when the server has none. Never shown after a failure (D-13). */
  readonly empty: ReactNode;
  /** Height of what is coming, in px, and how many of them. */
  readonly skeleton?: { readonly height: number; readonly lines: number };
  /** Level of the error's heading. */
  readonly level?: number;
  readonly children: (rows: readonly T[]) => ReactNode;
}

const ROWS = { height: 88, lines: 3 };

/** What was read, or where the reading stands: loading, failed, none. */
export function ListStates<T>({ list, thing, empty, skeleton = ROWS, level = 2, children }: StatesProps<T>) {
  if (list.state === 'loading')
    return (
      <LoadingRegion thing={thing} onRetry={() => void list.retry()}>
        <Skeleton {...skeleton} />
      </LoadingRegion>
    );
  if (list.state === 'failed')
    return (
      <ErrorCard thing={thing} code={codeOf(list.error)} onRetry={list.retry} failures={list.failures} level={level} />
    );
  return list.rows.length === 0 ? empty : children(list.rows);
}

interface ListSectionProps<T extends { readonly id: string }> extends Omit<StatesProps<T>, 'children'> {
  /** Names the list for screen readers. */
  readonly label: string;
  /** A short list inside something else: no card of its own, no count, no age. */
  readonly plain?: boolean;
  readonly children: (row: T) => ReactNode;
}

/** A list with its states, how many rows there are, how old they are, and the way to more. */
export function ListSection<T extends { readonly id: string }>({
  label,
  plain = false,
  children,
  ...states
}: ListSectionProps<T>) {
  const { t } = useTranslation();
  const { list, thing } = states;
  useBeforePrint(async () => {
    for (let more = list.hasMore; more; ) more = await list.loadMore();
  });
  return (
    <ListStates {...states}>
      {(rows) => {
        const shown = (
          <List
            label={label}
            items={rows}
            keyOf={({ id }) => id}
            total={list.total === undefined ? undefined : Math.max(list.total, rows.length)}
            frame={!plain}
            onMore={list.hasMore ? () => void list.loadMore() : undefined}
            busy={list.loadingMore}
          >
            {children}
          </List>
        );
        if (plain) return shown;
        return (
          <>
            <Card flush>{shown}</Card>
            {list.moreFailed && (
              <Notice type="warning" announce="status">
                {t('err.load', { thing })}
              </Notice>
            )}
            {list.updatedAt !== undefined && (
              <Freshness at={list.updatedAt} failed={list.stale} onRetry={() => void list.retry()} />
            )}
          </>
        );
      }}
    </ListStates>
  );
}
