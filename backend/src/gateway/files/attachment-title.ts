import { eachElement } from '../../fhir/resource.ts';
import type { Sql } from '../../kit/platform.ts';
import { patientOf } from './readable-files.ts';

/** A file's name in the record (Attachment.title); undefined if none, or if records are on another server. */
export async function titleOf(sql: Sql, key: string): Promise<string | undefined> {
  const patientId = patientOf(key);
  const rows = await sql.query<{ content: string }>(
    `select content from fhir_resource where patient_id = $1 and not deleted and strpos(content, $2) > 0 order by last_updated desc limit 5`,
    [patientId, JSON.stringify(key)],
  );
  let title: string | undefined;
  for (const { content } of rows) {
    eachElement(JSON.parse(content), (element, name, holder) => {
      if (
        name === 'url' &&
        element === key &&
        title === undefined &&
        typeof holder['title'] === 'string' &&
        holder['title'] !== ''
      )
        title = holder['title'];
    });
  }
  return title?.slice(0, 120);
}
