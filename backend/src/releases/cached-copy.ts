import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { z } from 'zod';

/** Written to a temporary file and renamed, so that a reader never sees an incomplete file. */
export async function writeCopy(file: string, value: object): Promise<void> {
  const aside = `${file}.${randomUUID()}`;
  try {
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(aside, JSON.stringify(value));
    await rename(aside, file);
  } catch (error) {
    await rm(aside, { force: true });
    throw error;
  }
}

/** What an earlier process has stored; undefined when it cannot be read. */
export async function readCopy<T extends z.ZodType>(file: string, shape: T): Promise<z.output<T> | undefined> {
  const value = await readFile(file, 'utf8')
    .then((text): unknown => JSON.parse(text))
    .catch(() => undefined);
  return shape.safeParse(value).data;
}
