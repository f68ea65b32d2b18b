/** One row of a CSV file with the number of the line on which it begins. */
export interface CsvRow {
  readonly line: number;
  readonly cells: readonly string[];
}

/** What may stand between cells. */
export type Separator = ',' | ';' | '\t';
const SEPARATORS: readonly Separator[] = [',', ';', '\t'];

/**
 * The text of a file: UTF-8 or UTF-16 as its byte-order mark or its zero bytes tell, else, where the bytes are no UTF-8, Windows-1252, which older programs
 * write in Western languages. Without the mark.
 */
export function textOf(bytes: Uint8Array): string {
  const [first, second] = bytes;
  const decode = (encoding: string): string => new TextDecoder(encoding).decode(bytes);
  if (first === 0xff && second === 0xfe) return decode('utf-16le');
  if (first === 0xfe && second === 0xff) return decode('utf-16be');
  const head = bytes.subarray(0, 200);
  const zeros = (odd: number): number => head.filter((byte, index) => byte === 0 && index % 2 === odd).length;
  if (zeros(1) > head.length / 4) return decode('utf-16le');
  if (zeros(0) > head.length / 4) return decode('utf-16be');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return decode('windows-1252');
  }
}

/** The ways in which a text may be cut into cells, the likeliest first: as its line 'sep=;' says, else by how often each separator stands in the first lines. */
export function separatorsOf(text: string): readonly Separator[] {
  const declared = SEPARATORS.find((one) => one === /^\uFEFF?sep=(.)\r?\n/i.exec(text)?.[1]);
  if (declared !== undefined) return [declared];
  const head = text
    .split('\n', 5)
    .join('\n')
    .replace(/"[^"]*"/g, '');
  const count = (letter: string): number => head.split(letter).length;
  return SEPARATORS.toSorted((a, b) => count(b) - count(a));
}

/** Reads CSV as RFC 4180 has it: quoted cells, doubled quotes, line ends inside quotes. Without empty rows and the line 'sep='. */
export function csvRows(text: string, separator: Separator = separatorsOf(text)[0] ?? ','): readonly CsvRow[] {
  const plain = text.replace(/^\uFEFF/, '');
  const rows: CsvRow[] = [];
  let cells: string[] = [];
  let cell = '';
  let isQuoted = false;
  let line = 1;
  let began = 1;
  const endRow = () => {
    cells.push(cell.trim());
    const isSeparatorLine = began === 1 && /^sep=/i.test(cells[0] ?? '');
    if (!isSeparatorLine && cells.some((one) => one !== '')) rows.push({ line: began, cells });
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
