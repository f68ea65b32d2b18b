import type { AuditEntry } from '../kit/platform.ts';
import { createAudit } from './audit.ts';
import { watchedSql } from './watched-sql.test-support.ts';

const ENTRY: AuditEntry = { action: 'read', type: 'rest', outcome: 'success', userId: 'an', patientId: 'an' };

test('an entry is written at once, where the caller writes, or without waiting for the disk', async () => {
  const [own, other] = [watchedSql(), watchedSql()];
  const audit = createAudit(own.sql);
  await audit(ENTRY);
  await audit(ENTRY, other.sql);
  await audit(ENTRY, undefined, 'with the next');
  expect(own.asked.map(({ text }) => text.includes('synchronous_commit'))).toEqual([false, true]);
  expect(other.asked.map(({ text }) => text.includes('synchronous_commit'))).toEqual([false]);
  for (const { text, values } of [...own.asked, ...other.asked]) {
    expect(text).toMatch(/^insert into audit_event/);
    expect(values).toEqual([JSON.stringify([ENTRY])]);
  }
});
