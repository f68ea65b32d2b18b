import type { Sql } from '../kit/platform.ts';

/** A database that answers nothing and records its statements. */
export function watchedSql() {
  const asked: { readonly text: string; readonly values: readonly unknown[] }[] = [];
  const query = async (text: string, values: readonly unknown[]) => {
    asked.push({ text, values });
    return [];
  };
  return { asked, sql: { query } as unknown as Sql };
}
