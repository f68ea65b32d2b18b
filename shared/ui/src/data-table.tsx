import type { ReactNode } from 'react';
import { classNames } from './class-names.tsx';
import css from './data-table.module.css';
import { VisuallyHidden } from './visually-hidden.tsx';

export interface Column<Row> {
  readonly key: string;
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  /** Numeric, aligned to the end of the cell. */
  readonly numeric?: boolean;
  /** Row header; one column of a table has this. */
  readonly rowHeader?: boolean;
}

export interface DataTableProps<Row> {
  /** Subject of the table; always available to screen readers. */
  readonly caption: string;
  readonly showCaption?: boolean;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
}

/**
 * A table whose rows become cards in narrow space. ARIA roles are explicit because changing `display` removes the
 * native ones.
 */
export function DataTable<Row>({ caption, showCaption = false, columns, rows, keyOf }: DataTableProps<Row>) {
  return (
    <div className={css.frame}>
      <table className={css.table} role="table">
        <caption className={showCaption ? css.caption : undefined}>
          {showCaption ? caption : <VisuallyHidden>{caption}</VisuallyHidden>}
        </caption>
        <thead className={css.columns} role="rowgroup">
          <tr role="row">
            {columns.map((column) => (
              <th
                key={column.key}
                role="columnheader"
                scope="col"
                className={classNames(css.head, column.numeric && css.number)}
              >
                {column.header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className={css.body} role="rowgroup">
          {rows.map((row) => (
            <tr key={keyOf(row)} className={css.row} role="row">
              {columns.map((column) => (
                <Cell key={column.key} column={column} row={row} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Cell<Row>({ column, row }: { readonly column: Column<Row>; readonly row: Row }) {
  const name = classNames(css.cell, column.numeric && css.number, column.rowHeader && css.rowHead);
  const content = (
    <>
      <span className={css.label} aria-hidden="true">
        {column.header}
      </span>
      <span>{column.cell(row)}</span>
    </>
  );
  return column.rowHeader === true ? (
    <th className={name} role="rowheader" scope="row">
      {content}
    </th>
  ) : (
    <td className={name} role="cell">
      {content}
    </td>
  );
}
