import { readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Rows of a tab-separated file in data/ with a header line.
 * @throws Error for a row with a different number of columns
 */
export function readTable<Column extends string>(
  file: string,
  columns: readonly Column[],
): readonly Readonly<Record<Column, string>>[] {
  const [header = '', ...lines] = readFileSync(path.join(import.meta.dirname, 'data', file), 'utf8')
    .replace(/\n+$/, '')
    .split('\n');
  if (header !== columns.join('\t')) throw new Error(`${file} does not have the columns ${columns.join(', ')}`);
  return lines.map((line, index) => {
    const cells = line.split('\t');
    if (cells.length !== columns.length)
      throw new Error(`${file}, line ${index + 2}: ${columns.length} columns are needed`);
    return Object.fromEntries(columns.map((column, place) => [column, cells[place] ?? ''])) as Record<Column, string>;
  });
}
