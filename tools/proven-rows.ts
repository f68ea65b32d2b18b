import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

const IDS = /\[((?:[A-Z0-9]+-\d+)(?:[ ,;]+[A-Z0-9]+-\d+)*)\]/g;

/** The requirement in a title that contains only one: the test is then for that requirement alone. */
export function rowOfTitle(title: string): string | undefined {
  const ids = [...title.matchAll(IDS)].flatMap(([, group = '']) => group.split(/[ ,;]+/));
  return ids.length === 1 ? ids[0] : undefined;
}

/** Rows proven by a run: by blocks of `proves('ID', …)` and by passing tests with only one id in their title. */
export class ProvenRows {
  readonly #rows = new Set<string>();

  add(...rows: readonly (string | undefined)[]): void {
    for (const row of rows) if (row !== undefined) this.#rows.add(row);
  }

  addTitles(...titles: readonly string[]): void {
    this.add(...titles.map(rowOfTitle));
  }

  /** Gives `run` an empty folder for the records of its workers, and reads them afterwards. */
  async collect<T>(folder: string, run: () => Promise<T>): Promise<T> {
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true });
    const result = await run();
    for (const name of await readdir(folder)) {
      const lines = await readFile(path.join(folder, name), 'utf8');
      this.add(...lines.split('\n').filter((line) => line !== ''));
    }
    return result;
  }

  get count(): number {
    return this.#rows.size;
  }

  /** Writes them as a JSON list. */
  async write(file: string): Promise<void> {
    await writeFile(file, `${JSON.stringify([...this.#rows].toSorted(), undefined, 1)}\n`);
  }
}
