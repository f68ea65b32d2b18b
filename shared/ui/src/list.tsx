import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useUiText } from '@phr/ui/ui-text';
import { Button } from './button.tsx';
import { classNames } from './class-names.tsx';
import { Icon } from './icon.tsx';
import { IconForward, type IconShape } from './icons.tsx';
import { Link } from './link.tsx';
import css from './list.module.css';
import { usePrinting } from './use-printing.tsx';

/** Maximum rows in the DOM, and rows a step back reveals (UX-19). */
const WINDOW = 60;
const STEP = 20;

export interface ListProps<Item> {
  /** Accessible name of the list. */
  readonly label: string;
  /** Newest first. */
  readonly items: readonly Item[];
  readonly keyOf: (item: Item) => string;
  readonly children: (item: Item) => ReactNode;
  /** Total number, if known. */
  readonly total?: number | undefined;
  /** Loads more; undefined if complete. */
  readonly onMore?: (() => void) | undefined;
  readonly busy?: boolean;
  /** Closing line and count; false for short lists inside something else. */
  readonly frame?: boolean;
}

/** A list of records: count, rows, "Xem thêm", end line. At most 60 rows are in the DOM; in print all loaded ones. */
export function List<Item>({
  label,
  items,
  keyOf,
  children,
  total,
  onMore,
  busy = false,
  frame = true,
}: ListProps<Item>) {
  const text = useUiText();
  const isPrinting = usePrinting();
  const [start, setStart] = useState(0);
  // Index of the first row requested by the last "more": focused once loaded.
  const [awaited, setAwaited] = useState<number>();
  const rows = useRef<HTMLUListElement>(null);

  const arrived = awaited !== undefined && awaited < items.length;
  if (items.length === 0 && awaited !== undefined) {
    // another person's or filter's list: reset all state
    setAwaited(undefined);
    setStart(0);
  } else if (arrived && awaited >= start + WINDOW) {
    setStart(Math.min(awaited + STEP, items.length) - WINDOW);
  }
  const first = isPrinting ? 0 : Math.min(start, Math.max(items.length - 1, 0));
  const shown = isPrinting ? items : items.slice(first, first + WINDOW);
  const last = first + shown.length;
  // how many there are in all is known when all are here
  const all = total ?? (onMore === undefined ? items.length : undefined);
  const hasMore = last < items.length || onMore !== undefined;

  useEffect(() => {
    if (!arrived) return;
    const row = rows.current?.querySelector<HTMLElement>(`[aria-posinset="${awaited + 1}"]`);
    (row?.querySelector<HTMLElement>('a, button') ?? row)?.focus();
  }, [arrived, awaited]);

  const more = () => {
    setAwaited(last);
    if (last >= items.length) onMore?.();
  };

  const earlier = () => {
    setAwaited(undefined);
    setStart(Math.max(0, first - STEP));
  };

  return (
    <div className={css.list}>
      {frame && (hasMore || first > 0 || awaited !== undefined) && (
        <p className={css.line} role="status">
          {all === undefined
            ? text('list.countOpen', { from: first + 1, to: last })
            : text('list.count', { from: first + 1, to: last, total: all })}
        </p>
      )}
      {first > 0 && (
        <div className={css.more}>
          <Button variant="quiet" onClick={earlier}>
            {text('list.earlier')}
          </Button>
        </div>
      )}
      <ul ref={rows} className={css.rows} aria-label={label}>
        {shown.map((item, index) => (
          <li
            key={keyOf(item)}
            className={css.item}
            aria-setsize={all ?? -1}
            aria-posinset={first + index + 1}
            tabIndex={-1}
          >
            {children(item)}
          </li>
        ))}
      </ul>
      {hasMore && (
        <div className={css.more}>
          <Button busy={busy} onClick={more}>
            {text('list.more')}
          </Button>
        </div>
      )}
      {frame && !hasMore && items.length > 0 && <p className={classNames(css.line, css.end)}>{text('list.end')}</p>}
    </div>
  );
}

export interface ListRowProps {
  readonly title: ReactNode;
  readonly subtitle?: ReactNode;
  readonly icon?: IconShape | undefined;
  /** Subject, shown by the icon's background ('medicine'); defaults to the record's. */
  readonly family?: string | undefined;
  /** Target of the row. */
  readonly href?: string | undefined;
  /** After the text: a value or badge. */
  readonly detail?: ReactNode;
  /** A button outside the link. */
  readonly action?: ReactNode;
}

/** A list row, at least 56 px high: icon, two lines, detail. */
export function ListRow({ title, subtitle, icon, family, href, detail, action }: ListRowProps) {
  const content = (
    <>
      {icon && (
        <span className={css.icon} data-family={family}>
          <Icon of={icon} size={22} />
        </span>
      )}
      <span className={css.content}>
        <span className={css.words}>
          <span className={css.title}>{title}</span>
          {subtitle !== undefined && <span className={css.subtitle}>{subtitle}</span>}
        </span>
        {detail}
      </span>
      {href !== undefined && <Icon of={IconForward} size={20} className={css.chevron} />}
    </>
  );
  return (
    <>
      {href === undefined ? (
        <div className={css.row}>{content}</div>
      ) : (
        <Link href={href} className={css.row}>
          {content}
        </Link>
      )}
      {action !== undefined && <div className={css.action}>{action}</div>}
    </>
  );
}
