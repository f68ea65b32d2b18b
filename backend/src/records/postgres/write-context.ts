import type { Actor } from '../../fhir/actor.ts';
import type { Written } from '../../fhir/write-request.ts';
import type { Access, Sql } from '../../kit/platform.ts';
import type { AttachmentFiles } from '../move-attachments.ts';

/** What the writes of one transaction need. */
export interface WriteContext {
  readonly sql: Sql;
  readonly access: Access;
  /** Called within the transaction with everything written, so that outbox rows are stored atomically. */
  readonly onWritten?: ((sql: Sql, actor: Actor, written: readonly Written[]) => Promise<void>) | undefined;
  /** Rows added by the storing statement for events. */
  readonly events?: EventRows | undefined;
  /** Attachment storage; without it data stays inline. */
  readonly files?: AttachmentFiles | undefined;
}

/** Events stored by the same statement as the writes. */
export interface EventRows {
  /** SQL that inserts a list of them, given as JSON in `parameter` ('$1'). */
  insert(parameter: string): string;
  of(actor: Actor, written: readonly Written[]): readonly object[];
  /** To be called once they are committed. */
  committed(): void;
}
