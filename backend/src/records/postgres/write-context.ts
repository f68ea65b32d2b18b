import type { Actor } from '../../fhir/actor.ts';
import type { Written } from '../../fhir/write-request.ts';
import type { Access, Sql } from '../../kit/platform.ts';
import type { AttachmentFiles } from '../move-attachments.ts';

/** What the writes of one transaction need. */
export interface WriteContext {
  readonly sql: Sql;
  readonly access: Access;
  /** Told of all that a transaction wrote, inside it, so that an outbox row is stored with the data or not at all. */
  readonly onWritten?: ((sql: Sql, actor: Actor, written: readonly Written[]) => Promise<void>) | undefined;
  /** Rows that the storing statement adds for what goes out to others. */
  readonly events?: EventRows | undefined;
  /** Where the data of attachments go; without it they stay in their resources. */
  readonly files?: AttachmentFiles | undefined;
}

/** Events of writes, stored by the statement that stores the writes. */
export interface EventRows {
  /** SQL that inserts a list of them, given as JSON in `parameter` ('$1'). */
  insert(parameter: string): string;
  of(actor: Actor, written: readonly Written[]): readonly object[];
  /** To be called once they are committed. */
  committed(): void;
}
