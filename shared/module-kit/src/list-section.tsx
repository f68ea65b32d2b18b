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
  /** What is loaded, for mid-sentence use: "lịch hẹn". */
  readonly thing: string;
  /** Shown if the list is empty. Never shown after a failure (D-13). */
  readonly empty: ReactNode;
  /** Height of the placeholder rows in px, and their number. */
  readonly skeleton?: { readonly height: number; readonly lines: number };
  /** Heading level of the error card. */
  readonly level?: number;
  readonly children: (rows: readonly T[]) => ReactNode;
}

const ROWS = { height: 88, lines: 3 };

/** The loaded list, or its state: loading, failed, empty. */
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
  /** Accessible name of the list. */
  readonly label: string;
  /** A short list inside something else: no card, count or age. */
  readonly plain?: boolean;
  readonly children: (row: T) => ReactNode;
}

/** A list with its states, count, age, and "more" button. */
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
