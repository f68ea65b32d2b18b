/** One row of a CSV file with the number of the line on which it begins. */
export interface CsvRow {
  readonly line: number;
  readonly cells: readonly string[];
}

/** Reads CSV as RFC 4180 has it: quoted cells, doubled quotes, line ends inside quotes; comma, semicolon or tab between cells. */
export function csvRows(text: string): readonly CsvRow[] {
  const plain = text.replace(/^\uFEFF/, '');
  const separator = separatorOf(plain);
  const rows: CsvRow[] = [];
  let cells: string[] = [];
  let cell = '';
  let isQuoted = false;
  let line = 1;
  let began = 1;
  const endRow = () => {
    cells.push(cell.trim());
    if (cells.some((one) => one !== '')) rows.push({ line: began, cells });
    cells = [];
    cell = '';
  };
  for (let index = 0; index < plain.length; index += 1) {
    const letter = plain[index] ?? '';
    if (letter === '\n') line += 1;
    if (isQuoted) {
      if (letter !== '"') cell += letter;
      else if (plain[index + 1] === '"') {
        cell += '"';
        index += 1;
      } else isQuoted = false;
    } else if (letter === '"' && cell === '') isQuoted = true;
    else if (letter === separator) {
      cells.push(cell.trim());
      cell = '';
    } else if (letter === '\n') {
      endRow();
      began = line;
    } else if (letter !== '\r') cell += letter;
  }
  endRow();
  return rows;
}

/** The separator that stands most often in the first lines, outside quotes. */
function separatorOf(text: string): string {
  const head = text
    .split('\n', 5)
    .join('\n')
    .replace(/"[^"]*"/g, '');
  const count = (letter: string): number => head.split(letter).length;
  return [',', ';', '\t'].reduce((best, one) => (count(one) > count(best) ? one : best));
}
